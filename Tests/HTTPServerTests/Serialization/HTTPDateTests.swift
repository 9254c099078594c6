import Testing

@testable import HTTPServer

@Suite struct HTTPDateTests {
    /// Right values from `date -u -d @N '+%a, %d %b %Y %H:%M:%S GMT'`.
    @Test(
        "Moments are written as IMF-fixdate",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
            (1_735_689_600, "Wed, 01 Jan 2025 00:00:00 GMT"),
            (1_796_047_445, "Mon, 30 Nov 2026 14:04:05 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        ])
    func writes(_ second: Int, _ text: String) {
        #expect(HTTPDate.text(unixSeconds: second) == text)
    }

    @Test("The clock answers a field line and the name of the next")
    func clock() {
        let output = WipedBuffer(capacity: 64)
        DateClock().appendLead(to: output)
        let lead = String(decoding: output.bytes, as: UTF8.self)
        #expect(lead.hasPrefix("Date: ") && lead.hasSuffix(" GMT\r\nx-request-id: "))
        #expect(lead.utf8.count == "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nx-request-id: ".utf8.count)
    }
}
