import JSON
import Reactor
import TestSupport
import Testing

/// The stream of what happens at terminals, as a merchant hears it.
final class TerminalEvents: Sendable {
    struct Event: Hashable, Sendable {
        let name: String
        let terminal: String
        let read: String?
    }

    /// What has come up to now.
    struct Heard: Sendable {
        fileprivate(set) var bytes: [UInt8] = []
        fileprivate(set) var events: [Event] = []
        fileprivate(set) var isAtEnd = false
        private var counts: [String: Int] = [:]
        private var parsed = 0

        /// How often something happened at a terminal.
        func count(_ name: String, at terminal: String) -> Int { counts[name + " " + terminal] ?? 0 }

        fileprivate mutating func take(_ new: some Collection<UInt8>) {
            bytes += new
            // A blank line ends an event, and the head.
            while let end = bytes[parsed...].firstRange(of: parsed == 0 ? Array("\r\n\r\n".utf8) : Array("\n\n".utf8)) {
                if let event = Event(bytes[parsed..<end.lowerBound]) {
                    events.append(event)
                    counts[event.name + " " + event.terminal, default: 0] += 1
                }
                parsed = end.upperBound
            }
        }

        /// Whether that many cards have come to a terminal, and the last has gone. One may have gone that was there before the stream began.
        func isEmpty(_ terminal: String, after cards: Int) -> Bool {
            let (come, gone) = ("card.present", "card.removed")
            return count(come, at: terminal) >= cards
                && events.last { $0.terminal == terminal && ($0.name == come || $0.name == gone) }?.name == gone
        }

        var hasBegun: Bool { parsed > 0 }
    }

    private let heard = Watched(Heard())
    private let socket: StreamSocket

    /// Returns when the stream has begun: what happens from now on will be heard.
    init(of gateway: GatewayProcess, on loop: EventLoop, token: String = TestCaller.token) async throws {
        let socket = try await StreamSocket.connect(to: try gateway.address, on: loop, within: .seconds(5))
        self.socket = socket
        // HTTP/1.0: without chunks.
        let request = "GET /v1/terminals/events HTTP/1.0\r\nHost: gateway\r\nAuthorization: Basic \(token)\r\n\r\n"
        try await socket.write(Array(request.utf8), within: .seconds(5))
        Task { [heard] in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
            defer { buffer.deallocate() }
            while let count = try? await socket.read(into: buffer, within: nil), count > 0 {
                let new = Array(buffer.prefix(count))
                heard.withLock { $0.take(new) }
            }
            heard.withLock { $0.isAtEnd = true }
        }
        await heard.until { $0.hasBegun || $0.isAtEnd }
        try #require(String(decoding: heard.value.bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    deinit {
        socket.close()
    }

    var bytes: [UInt8] { heard.value.bytes }

    /// Everything that happened at a terminal.
    func all(at terminal: String) -> [Event] { heard.value.events.filter { $0.terminal == terminal } }

    /// Waits until something has happened so often at a terminal.
    func wait(for name: String, at terminal: String, count: Int = 1) async {
        await heard.until { $0.count(name, at: terminal) >= count || $0.isAtEnd }
        #expect(heard.value.count(name, at: terminal) >= count, "\(name) at \(terminal), after \(all(at: terminal).suffix(8).map(\.name))")
    }

    /// Waits until the last of so many cards has gone.
    func waitUntilEmpty(_ terminal: String, after cards: Int) async {
        await heard.until { $0.isEmpty(terminal, after: cards) || $0.isAtEnd }
        #expect(heard.value.isEmpty(terminal, after: cards), "\(cards) cards at \(terminal), after \(all(at: terminal).suffix(8).map(\.name))")
    }

    /// How often something happened at a terminal.
    func count(_ name: String, at terminal: String) -> Int { heard.value.count(name, at: terminal) }

    /// Waits until the gateway ends the stream.
    func waitForEnd() async { await heard.until(\.isAtEnd) }
}

extension TerminalEvents.Event {
    fileprivate init?(_ text: ArraySlice<UInt8>) {
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
            let data = lines.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6),
            let json = try? JSONDocument(parsing: Array(data.utf8)).root, let terminal = json["terminalId"]?.string
        else { return nil }
        self.init(name: String(name), terminal: terminal, read: json["readId"]?.string)
    }
}
