import FoundationEssentials
import Glibc

/// What a process has in memory.
func residentBytes(of process: Int32) throws -> Int {
    // Pages; the second number is VmRSS.
    let numbers = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
    return (Int(numbers[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
