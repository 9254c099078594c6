import HTTPClient

/// Why a step of the demo did not work, for the person who watches.
struct DemoFailure: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// Does a request; one without an answer is a failure with its reason.
    static func explaining<Result>(_ request: () async throws(HTTPClientError) -> Result) async throws(DemoFailure) -> Result {
        do throws(HTTPClientError) {
            return try await request()
        } catch {
            throw DemoFailure(error.explanation)
        }
    }
}
