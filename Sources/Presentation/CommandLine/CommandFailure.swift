import Gateway
import HTTPClient

/// Why a command could not do what it says, for a person. It holds no secret.
struct CommandFailure: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// Reads settings; those that are wrong are a failure that names them all.
    static func explaining<Value>(_ read: () throws(ConfigurationFaults) -> Value) throws(CommandFailure) -> Value {
        do throws(ConfigurationFaults) {
            return try read()
        } catch {
            throw CommandFailure("\(error)")
        }
    }

    /// Does a request; one without an answer is a failure with its reason.
    static func explaining<Value>(_ url: String, _ request: () async throws(HTTPClientError) -> Value) async throws(CommandFailure) -> Value {
        do throws(HTTPClientError) {
            return try await request()
        } catch {
            throw CommandFailure("no answer from \(url): \(error.explanation)")
        }
    }
}

extension Command {
    /// Does a command's work; a failure is told and makes its status.
    func reporting(to console: Console, _ work: () async throws(CommandFailure) -> CommandStatus) async -> CommandStatus {
        do throws(CommandFailure) {
            return try await work()
        } catch {
            console.complaint(error.message)
            return .failed
        }
    }
}
