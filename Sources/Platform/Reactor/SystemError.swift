import Glibc

/// A system call that failed, and why.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system call, such as `bind`.
    public let call: String
    /// The `errno` that it left.
    public let code: Int32

    /// A failure of `call` with the given `errno`.
    public init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// The failure of the call that has just returned; to be made before anything else can change `errno`.
    static func last(_ call: String) -> SystemError {
        SystemError(call: call, code: errno)
    }

    /// What an operator reads: `bind: Address already in use (errno 98)`.
    public var description: String {
        let message = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            // Reentrant, unlike strerror.
            guard let start = text.baseAddress, strerror_r(code, start, text.count) == 0 else { return "unknown error" }
            return String(cString: start)
        }
        return "\(call): \(message) (errno \(code))"
    }
}
