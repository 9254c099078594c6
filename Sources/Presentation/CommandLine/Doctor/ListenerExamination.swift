import Crypto
import Gateway
import Glibc
import Payments
import Reactor

/// Where the gateway listens, and the certificate it shows there.
enum ListenerExamination {
    /// Renewals that work come earlier than this.
    private static let renewalTime: Duration = .seconds(14 * 24 * 3600)

    static func findings(_ configuration: GatewayConfiguration, at moment: Timestamp) -> [Finding] {
        [address(configuration.listen)] + certificate(configuration, at: moment)
            + configuration.warnings.map { Finding.note("listener", $0) }
    }

    private static func address(_ address: SocketAddress) -> Finding {
        do throws(SystemError) {
            try Listener.bind(to: address).close()
            return .ok("listener", "\(address) can be listened on")
        } catch {
            switch error.code {
            case EADDRINUSE: return .note("listener", "\(address) is in use: right if the gateway runs")
            case EACCES: return .missing("listener", "\(address): ports below 1024 need CAP_NET_BIND_SERVICE (AmbientCapabilities in a systemd unit)")
            case EADDRNOTAVAIL: return .missing("listener", "\(address) is no address of this machine")
            default: return .missing("listener", "\(address): \(error)")
            }
        }
    }

    private static func certificate(_ configuration: GatewayConfiguration, at moment: Timestamp) -> [Finding] {
        guard let files = configuration.tls else { return [] }
        do throws(TLSError) {
            let context = try TLSServerContext(files)
            return [validity(context.certificateValidity, of: files.certificatePath, at: moment)]
                + (keyIsReadableByOthers(files.keyPath)
                    ? [.note("certificate", "\(files.keyPath) can be read by others than its owner and group: chmod o-r")] : [])
                + (configuration.publicHost.map { [name($0, in: context, files.certificatePath)] } ?? [])
        } catch {
            return [.missing("certificate", "\(error)")]
        }
    }

    private static func validity(_ validity: ClosedRange<Int64>, of path: String, at moment: Timestamp) -> Finding {
        let (start, end) = (Timestamp(milliseconds: validity.lowerBound * 1000), Timestamp(milliseconds: validity.upperBound * 1000))
        if moment < start { return .missing("certificate", "\(path) is not valid before \(start.rfc3339)") }
        if moment > end { return .missing("certificate", "\(path) has expired at \(end.rfc3339)") }
        if moment + renewalTime > end {
            return .note("certificate", "\(path) expires at \(end.rfc3339): renew it, then SIGHUP the gateway")
        }
        return .ok("certificate", "\(path) and its key belong together; valid until \(end.rfc3339)")
    }

    private static func name(_ host: String, in context: TLSServerContext, _ path: String) -> Finding {
        context.certificateIsFor(host: host)
            ? .ok("certificate", "it is one for \(host), the host of GATEWAY_PUBLIC_URL")
            : .note("certificate", "\(path) is none for \(host), the host of GATEWAY_PUBLIC_URL: right only if a proxy in front shows another")
    }

    private static func keyIsReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o004 != 0
    }
}

extension GatewayConfiguration {
    /// The host of the public URL, as a certificate names it; nil without a public URL.
    fileprivate var publicHost: String? {
        guard let url = publicURL, let start = url.firstRange(of: "://")?.upperBound else { return nil }
        let authority = url[start...].prefix { $0 != "/" }
        if authority.first == "[" { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }
}
