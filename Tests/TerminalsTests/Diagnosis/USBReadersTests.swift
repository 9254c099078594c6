import FoundationEssentials
import Testing

@testable import Terminals

/// A folder that looks like the kernel's list of the USB bus.
private final class Bus: Sendable {
    let root = FileManager.default.temporaryDirectory.appending(path: "usb-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    func plug(_ device: String, product: String?, interfaceClass: String, driver: String? = nil) throws {
        let interface = root.appending(path: "\(device):1.0")
        for folder in [root.appending(path: device), interface] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        if let product { try Data("\(product)\n".utf8).write(to: root.appending(path: device).appending(path: "product")) }
        try Data("\(interfaceClass)\n".utf8).write(to: interface.appending(path: "bInterfaceClass"))
        if let driver {
            try FileManager.default.createSymbolicLink(
                atPath: interface.appending(path: "driver").path, withDestinationPath: "../../bus/usb/drivers/\(driver)")
        }
    }

    var devices: [USBReaders.Device] { USBReaders(root: root.path).devices() }
}

@Suite struct USBReadersTests {
    @Test("Smart card readers are found by their class, other devices are not")
    func byClass() throws {
        let bus = try Bus()
        try bus.plug("1-1", product: "ACR122U PICC Interface", interfaceClass: "0b", driver: "usbfs")
        try bus.plug("1-2", product: "Keyboard", interfaceClass: "03", driver: "usbhid")
        try bus.plug("1-3", product: nil, interfaceClass: "0b")
        #expect(
            bus.devices == [
                .init(name: "ACR122U PICC Interface", kernelDriver: nil), .init(name: "a USB device", kernelDriver: nil),
            ])
    }

    @Test("A reader that the kernel's NFC stack holds is told with the driver, whatever its class")
    func heldByTheKernel() throws {
        let bus = try Bus()
        try bus.plug("1-1", product: "ACR122U", interfaceClass: "0b", driver: "pn533_usb")
        try bus.plug("1-2", product: "RC-S380/P", interfaceClass: "ff", driver: "port100")
        #expect(bus.devices == [.init(name: "ACR122U", kernelDriver: "pn533_usb"), .init(name: "RC-S380/P", kernelDriver: "port100")])
    }

    @Test("Where the bus cannot be looked at there is nothing")
    func noBus() {
        #expect(USBReaders(root: "/nonexistent").devices() == [])
    }
}
