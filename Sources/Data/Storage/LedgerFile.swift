import Glibc
import Synchronization

/// A database file that this process alone may use, for as long as this value lives.
///
/// SQLite would let several processes in; the ledger does not, because deliveries under way are known to their process only. The lock is `flock` on
/// `<file>.lock`, which the kernel gives up when the process ends, however it ends. The lock file itself stays: removing it would be a race.
final class LedgerFile: Sendable {
    /// The file's real path: two names of one file have one lock.
    let path: String
    private let lock: Mutex<Int32?>

    /// Locks the file, and creates it if there is none, readable by its owner alone: it holds customers' names and addresses.
    init(path: String) throws(StorageFault) {
        self.path = Self.realPath(path)
        lock = Mutex(try Self.lock(self.path + ".lock"))
        do {
            try Self.create(self.path)
        } catch {
            unlock()
            throw error
        }
    }

    deinit {
        unlock()
    }

    /// Gives the lock up. Call it when the last connection is closed.
    func unlock() {
        lock.withLock { descriptor in
            if let open = descriptor { Self.release(open) }
            descriptor = nil
        }
    }

    /// Unlocked by name: closed alone, the lock would outlive this by the moment in which a child that another thread starts has not yet become its
    /// program, for until then the child has the descriptor too.
    private static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether a process holds a ledger's file.
    enum Hold {
        case free
        case held(by: String?)
    }

    /// Asks whether a file is held. A free one is held shared for as long as the question takes.
    static func hold(on path: String) -> Hold {
        let descriptor = open(realPath(path) + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return .free }
        defer { release(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK ? .held(by: holder(descriptor)) : .free
    }

    /// The folder that a file is, or would be, in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func realPath(_ path: String) -> String {
        if let resolved = resolved(path) { return resolved }
        // The file does not exist yet, its folder may.
        guard let slash = path.lastIndex(of: "/") else { return path }
        return resolved(folder(of: path)).map { ($0 == "/" ? "" : $0) + path[slash...] } ?? path
    }

    private static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    private static func lock(_ path: String) throws(StorageFault) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("the lock \(path) cannot be opened") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = errno == EWOULDBLOCK ? inUse(holder: holder(descriptor)) : StorageFault.system("the lock \(path) cannot be taken")
            close(descriptor)
            throw error
        }
        note(pid: getpid(), in: descriptor)
        return descriptor
    }

    private static func inUse(holder: String?) -> StorageFault {
        let who = holder.map { "another process (pid \($0))" } ?? "another process"
        return StorageFault("in use by \(who): a SQLite ledger serves one gateway")
    }

    /// The process id that the lock's holder wrote into it, for the message only.
    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func note(pid: pid_t, in descriptor: Int32) {
        let text = Array("\(pid)\n".utf8)
        // For the message of a second process only: a full disk may leave it out.
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.count, 0)
    }

    private static func create(_ path: String) throws(StorageFault) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno == EEXIST {
            // Not opened and closed here: closing any descriptor of the file drops the locks that SQLite may hold on it in this process.
            try narrow(path)
        } else {
            throw .system("cannot be created")
        }
    }

    private static func narrow(_ path: String) throws(StorageFault) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system("cannot be read") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw StorageFault("is no regular file") }
        let openToOthers = status.st_mode & 0o077
        if openToOthers != 0, status.st_uid == geteuid() { chmod(path, status.st_mode & 0o7700) }
        guard access(path, R_OK | W_OK) == 0 else { throw .system("cannot be written") }
    }
}
