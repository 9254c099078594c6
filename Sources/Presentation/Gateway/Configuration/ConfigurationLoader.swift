import CLinux
import Crypto
import IFortePay
import Payments
import Reactor

extension GatewayConfiguration {
    /// Reads environment, configuration file and defaults (contract, section 6). Nothing is started or opened except to see that it can be.
    ///
    /// - Parameter configFile: the command line's `--config`, which wins over `GATEWAY_CONFIG`.
    public static func read(environment: [String: String], configFile: String? = nil, cores: Int = usableCores) -> ConfigurationReport {
        var reader = SettingReader(environment: environment, configFile: configFile)
        let configuration = ConfigurationLoader(cores: cores).read(&reader)
        return ConfigurationReport(settings: reader.effective, faults: reader.faults, configuration: reader.faults.isEmpty ? configuration : nil)
    }

    /// How many event loops there are by default: those cores do not count that the process may not run on.
    public static var usableCores: Int { Int(clinux_usable_cores()) }
}

/// Puts the settings together and holds the rules that concern more than one of them.
struct ConfigurationLoader {
    let cores: Int

    /// Nil only when the reader has faults.
    func read(_ reader: inout SettingReader) -> GatewayConfiguration? {
        _ = reader.value(Settings.config)
        _ = reader.value(Settings.url)
        let listen = reader.value(Settings.listen)
        reader.value(Settings.adminListen)
        let tls = tls(&reader)
        let publicURL = publicURL(&reader, listen: listen)
        let database = reader.value(Settings.database)
        let upstream = upstream(&reader)
        let merchants = MerchantLoader().read(&reader)
        reader.value(Settings.callbackConfirm)
        let retrySchedule = reader.value(Settings.retrySchedule)
        let loops = reader.value(Settings.loops)
        let addressLimit = reader.value(Settings.rateLimitAddress)
        let merchantLimit = reader.value(Settings.rateLimitMerchant)
        reader.value(Settings.console)
        let logLevel = reader.value(Settings.logLevel)
        let luhn = reader.value(Settings.luhn)
        let readLifetime = reader.value(Settings.readTTL)
        let requestDeadline = reader.value(Settings.requestDeadline)
        let shutdownDeadline = reader.value(Settings.shutdownDeadline)
        guard let listen, let database, let upstream, let retrySchedule, let logLevel, let luhn, let readLifetime, let requestDeadline,
            let shutdownDeadline
        else { return nil }
        return GatewayConfiguration(
            listen: listen, tls: tls, publicURL: publicURL, database: database, upstream: upstream, merchants: merchants,
            retrySchedule: retrySchedule, loops: loops ?? cores, addressLimit: addressLimit ?? nil, merchantLimit: merchantLimit ?? nil,
            logLevel: logLevel, checksLuhn: luhn, readLifetime: readLifetime, requestDeadline: requestDeadline, shutdownDeadline: shutdownDeadline)
    }

    private func tls(_ reader: inout SettingReader) -> TLSServerConfiguration? {
        let certificate = reader.value(Settings.tlsCertificate)
        let key = reader.value(Settings.tlsKey)
        let clientCA = reader.value(Settings.tlsClientCA)
        let isSet = [Settings.tlsCertificate, Settings.tlsKey, Settings.tlsClientCA].map { reader.isSet($0.about) }
        guard isSet.contains(true) else { return nil }
        if !isSet[0] { reader.fault(Settings.tlsCertificate.about.name, "is needed, since TLS is set up by another setting") }
        if !isSet[1] { reader.fault(Settings.tlsKey.about.name, "is needed, since TLS is set up by another setting") }
        guard let certificate, let key else { return nil }
        let files = TLSServerConfiguration(certificatePath: certificate, keyPath: key, clientCAPath: clientCA)
        do {
            _ = try TLSServerContext(files)
        } catch {
            reader.fault(Settings.tlsCertificate.about.name, "cannot be used: \(error)")
        }
        return files
    }

    private func publicURL(_ reader: inout SettingReader, listen: SocketAddress?) -> String? {
        let url = reader.value(Settings.publicURL)
        if let listen, listen.isWildcard, !reader.isSet(Settings.publicURL.about) {
            reader.fault(Settings.publicURL.about.name, "must be set, since the gateway listens on all addresses and cannot know its own")
        }
        return url?.base
    }

    private func upstream(_ reader: inout SettingReader) -> Upstream? {
        let url = reader.value(Settings.upstreamURL)
        let allowsPlain = reader.value(Settings.upstreamPlain) ?? false
        let caBundle = reader.value(Settings.upstreamCA)
        if let caBundle { checkAuthorities(caBundle, &reader) }
        guard let url else { return nil }
        guard let address = ProviderAddress(url.base) else {
            reader.fault(Settings.upstreamURL.about.name, "must be a URL that paths can be put behind")
            return nil
        }
        if url.scheme == .http, !url.isLoopback, !allowsPlain {
            reader.fault(
                Settings.upstreamURL.about.name,
                "must be https, since card numbers go there; plain http only to this machine, or with \(Settings.upstreamPlain.about.name)=on")
        }
        return Upstream(address: address, caBundle: caBundle)
    }

    /// Without this a wrong path would show only when the first payment fails.
    private func checkAuthorities(_ path: String, _ reader: inout SettingReader) {
        do throws(TLSError) {
            _ = try TLSClientContext(TLSClientConfiguration(authoritiesPath: path))
        } catch {
            // The value itself may be a secret in the wrong place.
            guard case .unusableFile(_, let cause) = error else { return reader.fault(Settings.upstreamCA.about.name, "cannot be used") }
            reader.fault(Settings.upstreamCA.about.name, "cannot be used: \(cause)")
        }
    }
}
