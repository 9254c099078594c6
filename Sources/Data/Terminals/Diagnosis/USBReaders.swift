import FoundationEssentials

/// Card readers on the USB bus as the kernel knows them, whether or not a PC/SC driver has taken them up.
struct USBReaders: Sendable {
    /// A device that is, or may be, a card reader.
    struct Device: Hashable, Sendable {
        /// What the device calls itself, such as `ACR122U PICC Interface`.
        let name: String
        /// The kernel's own driver that holds it, so that no PC/SC driver can; nil when none does.
        let kernelDriver: String?
    }

    /// USB class of smart card readers (USB-IF base class 0Bh).
    private static let readerClass = "0b"
    /// Kernel drivers that take NFC readers for the kernel's own NFC stack.
    private static let nfcDrivers: Set<String> = ["pn533_usb", "port100"]

    /// Where the kernel lists the bus.
    var root = "/sys/bus/usb/devices"

    /// Every device, once, in the order of the bus; none where the bus cannot be looked at, as in most containers.
    func devices() -> [Device] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
        var found: [Device] = []
        // An interface is called `<device>:<configuration>.<interface>`.
        for interface in names where interface.contains(":") {
            let driver = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/\(interface)/driver"))?.split(separator: "/").last
            let kernelDriver = driver.map(String.init).flatMap { Self.nfcDrivers.contains($0) ? $0 : nil }
            guard text(interface, "bInterfaceClass") == Self.readerClass || kernelDriver != nil else { continue }
            let owner = String(interface.prefix { $0 != ":" })
            let device = Device(name: text(owner, "product") ?? "a USB device", kernelDriver: kernelDriver)
            if !found.contains(device) { found.append(device) }
        }
        return found
    }

    private func text(_ entry: String, _ attribute: String) -> String? {
        guard let data = FileManager.default.contents(atPath: "\(root)/\(entry)/\(attribute)") else { return nil }
        let text = String(decoding: data, as: UTF8.self).filter { $0 >= " " && $0 != "\u{7F}" }
        let words = text.split(separator: " ")
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
