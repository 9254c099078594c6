import FoundationEssentials
import Glibc
import TestCertificates

/// The reverse proxies that the project has configurations for.
enum Proxy: String, CaseIterable, Sendable {
    case nginx
    case haproxy

    /// Where Debian installs it.
    var path: String { "/usr/sbin/\(rawValue)" }

    var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Finish what goes on, then end.
    var gracefulSignal: Int32 { self == .nginx ? SIGQUIT : SIGUSR1 }

    /// The file in the folder that has a line for each request.
    var log: String { self == .nginx ? "access.log" : "output" }

    /// What a proxy says of one request.
    struct Entry: Sendable {
        let id: String
        let method: String
        let target: String
        /// Whether the gateway was sent any of it.
        let wasForwarded: Bool
        /// Whether the answer is the gateway's, and whole.
        let wasAnswered: Bool
        let status: Int
    }

    struct Ports {
        let plain: String
        let secure: String
        let upstream: String
    }

    /// Writes the files into the folder; answers the arguments to start with.
    func configure(in folder: String, ports: Ports, certificate: TLSPair) throws -> [String] {
        switch self {
        case .nginx:
            let site = try deployed(
                "nginx/payment-gateway.conf",
                [
                    ("listen 443 ssl;", "listen \(ports.secure) ssl;"), ("listen [::]:443 ssl;", "listen \(ports.plain);"),
                    ("/etc/ssl/payment-gateway/fullchain.pem", certificate.identity.certificatePath),
                    ("/etc/ssl/payment-gateway/privkey.pem", certificate.identity.keyPath), ("127.0.0.1:8080;", "\(ports.upstream);"),
                ])
            try write(site, folder + "/payment-gateway.conf")
            try write(Self.nginxFrame(folder), folder + "/nginx.conf")
            return ["-p", folder, "-e", folder + "/errors", "-c", folder + "/nginx.conf"]
        case .haproxy:
            let bundle = try [certificate.identity.certificatePath, certificate.identity.keyPath].map {
                try String(contentsOfFile: $0, encoding: .utf8)
            }
            try write(bundle.joined(), folder + "/bundle.pem")
            let site = try deployed(
                "haproxy/payment-gateway.cfg",
                [
                    ("bind :443 ssl", "bind \(ports.plain)\n    bind \(ports.secure) ssl"),
                    ("/etc/ssl/payment-gateway/bundle.pem", folder + "/bundle.pem"), ("gateway 127.0.0.1:8080", "gateway \(ports.upstream)"),
                ])
            try write(site, folder + "/payment-gateway.cfg")
            try write("global\n    log stdout format raw local0 info\n    nbthread 1\n    hard-stop-after 10s\n", folder + "/global.cfg")
            return ["-db", "-f", folder + "/global.cfg", "-f", folder + "/payment-gateway.cfg"]
        }
    }

    /// A line of the log; nil for what is none of a request.
    func entry(_ line: Substring) -> Entry? {
        switch self {
        case .nginx:
            let parts = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
            guard parts.count == 5, let status = Int(parts[1]) else { return nil }
            // The empty path of an absolute URL is logged as it is, and forwarded as `/`.
            let target = parts[4].hasPrefix("?") ? "/\(parts[4])" : String(parts[4])
            return Entry(
                id: String(parts[0]), method: String(parts[3]), target: target, wasForwarded: parts[2] != "-",
                wasAnswered: Int(parts[2]) == status, status: status)
        case .haproxy:
            let parts = line.split(separator: " ", maxSplits: 7, omittingEmptySubsequences: false)
            guard parts.count == 8, let status = Int(parts[3]) else { return nil }
            let wasForwarded = parts[2] == "gateway"
            return Entry(
                id: String(parts[0]), method: String(parts[6]), target: String(parts[7]), wasForwarded: wasForwarded,
                wasAnswered: wasForwarded && parts[4].hasPrefix("--"), status: status)
        }
    }

    /// A file of `Deploy` with what a test must replace; what is not there is an error.
    private func deployed(_ name: String, _ replacements: [(String, String)]) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Deploy")
        var text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
        for (old, new) in replacements {
            guard text.contains(old) else { throw ProxyProcess.Failure(description: "\(name) does not have \(old)") }
            text = text.replacing(old, with: new)
        }
        return text
    }

    private func write(_ text: String, _ path: String) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    /// What an installed nginx has around a file of `conf.d`.
    private static func nginxFrame(_ folder: String) -> String {
        """
        daemon off;
        user root;
        worker_processes 1;
        worker_shutdown_timeout 10s;
        pid \(folder)/nginx.pid;
        events { worker_connections 512; }
        http {
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            scgi_temp_path \(folder)/scgi;
            uwsgi_temp_path \(folder)/uwsgi;
            log_format requests '$request_id $status $upstream_status $request_method $request_uri';
            access_log \(folder)/access.log requests;
            include \(folder)/payment-gateway.conf;
        }
        """
    }
}
