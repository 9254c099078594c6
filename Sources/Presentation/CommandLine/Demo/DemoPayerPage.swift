/// The sandbox's page as far as a payer's browser needs it to press Pay.
struct DemoPayerPage {
    /// Where the form posts to.
    let action: String
    /// The form's fields with the pressed button's, as a browser encodes them.
    let payForm: String

    /// Nil when the page has no form with a Pay button.
    init?(link: String, html: String) {
        guard let path = Self.attribute("action", after: "<form method=\"post\"", in: html),
            let name = Self.attribute("name", after: "<input type=\"hidden\"", in: html),
            let value = Self.attribute("value", after: "<input type=\"hidden\"", in: html),
            let button = Self.attribute("name", after: "<button", in: html), let choice = Self.attribute("value", after: "<button", in: html),
            let scheme = link.firstRange(of: "://")
        else { return nil }
        let origin = link[..<(link[scheme.upperBound...].firstIndex(of: "/") ?? link.endIndex)]
        action = origin + path
        payForm = "\(name)=\(value)&\(button)=\(choice)"
    }

    private static func attribute(_ name: String, after tag: String, in html: String) -> String? {
        guard let tag = html.firstRange(of: tag), let start = html[tag.upperBound...].firstRange(of: "\(name)=\"") else { return nil }
        let rest = html[start.upperBound...]
        return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
    }
}
