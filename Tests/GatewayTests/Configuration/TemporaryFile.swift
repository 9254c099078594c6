import Glibc

/// A file that lives as long as a test.
final class TemporaryFile {
    let path: String

    init(_ content: String) {
        var template = Array("/tmp/gateway-tests-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        precondition(descriptor >= 0, "no temporary file")
        let bytes = Array(content.utf8)
        precondition(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        unlink(path)
    }
}
