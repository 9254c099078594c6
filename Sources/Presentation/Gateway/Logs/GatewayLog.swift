import Glibc

/// Where the gateway's log goes, and in which form.
public struct GatewayLog: Sendable {
    let form: LogForm
    let output: LogOutput

    /// Standard error: readable lines on a terminal, JSON lines elsewhere.
    public static var standardError: GatewayLog {
        let output = LogOutput(descriptor: STDERR_FILENO)
        return GatewayLog(form: output.naturalForm, output: output)
    }

    /// A descriptor that stays the caller's to close.
    public static func descriptor(_ descriptor: Int32, form: LogForm) -> GatewayLog {
        GatewayLog(form: form, output: LogOutput(descriptor: descriptor))
    }
}
