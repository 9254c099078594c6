/// The little HTML that the sandbox needs.
enum HTML {
    /// Text that is safe as an element's content and in a quoted attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// An amount as Indonesians write it: `Rp 150.000`.
    static func rupiah(_ amount: Int64) -> String {
        var groups: [Substring] = []
        var digits = String(amount)[...]
        while !digits.isEmpty {
            groups.insert(digits.suffix(3), at: 0)
            digits = digits.dropLast(3)
        }
        return "Rp " + groups.joined(separator: ".")
    }

    /// A whole document; the body is HTML already.
    static func page(title: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(escaped(title))</title>
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
        h1 { font-size: 1.5rem }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
        dt { color: #595959 }
        dd { margin: 0; overflow-wrap: anywhere }
        button { font: inherit; padding: .5rem 1.5rem; border: 1px solid #0b5cad; border-radius: .3rem; background: #0b5cad; color: #fff }
        button.quiet { background: #fff; color: #0b5cad }
        .note, footer { color: #595959; font-size: .875rem }
        </style>
        </head>
        <body>
        <h1>\(escaped(title))</h1>
        \(body)
        <footer>Sandbox: no money moves here.</footer>
        </body>
        </html>

        """
    }
}
