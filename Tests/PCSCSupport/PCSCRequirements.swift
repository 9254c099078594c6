import FoundationEssentials
import Glibc
import TestSupport

/// What a private PC/SC service with virtual readers needs of the machine.
public enum PCSCRequirements {
    /// Why tests through a PC/SC service cannot run here; nil when they can.
    public static let whatIsMissing: String? = {
        guard service != nil else { return "pcscd is not installed (Debian: pcscd)" }
        guard driver != nil else { return "the virtual reader is not installed (Debian: vsmartcard-vpcd)" }
        guard unshare != nil else { return "unshare is not installed (Debian: util-linux)" }
        guard mayMount else { return "this user may not mount in a namespace of its own: neither root nor user namespaces" }
        return nil
    }()

    static let service = firstExecutable("/usr/sbin/pcscd", "/usr/local/sbin/pcscd", "/sbin/pcscd")
    static let unshare = firstExecutable("/usr/bin/unshare", "/bin/unshare")

    /// The library of vpcd, from the file that its package installs.
    static let driver: String? = {
        guard let text = try? String(contentsOfFile: "/etc/reader.conf.d/vpcd", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("LIBPATH") }
        guard let path = line?.split(separator: " ").last.map(String.init), FileManager.default.fileExists(atPath: path) else { return nil }
        return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }()

    /// A mount namespace, for others than root inside of a user namespace.
    static let namespace = getuid() == 0 ? ["-m"] : ["-r", "-m"]

    private static let mayMount: Bool = {
        let mount = namespace + ["mount", "-t", "tmpfs", "tmpfs", "/run"]
        guard let trial = try? ChildProcess(unshare ?? "/usr/bin/unshare", mount, output: .null, errors: .null) else { return false }
        trial.blockUntilEnd()
        return trial.ending == .exit(0)
    }()

    private static func firstExecutable(_ paths: String...) -> String? {
        paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
