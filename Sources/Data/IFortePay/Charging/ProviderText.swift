import Secrets

/// Makes what the provider wrote fit to be shown and kept. A provider may quote in a message what it was sent, a card number too.
struct ProviderText {
    /// From so many digits on a run may be a card number; single spaces, dashes and points within it do not end it.
    static let longestShownDigitRun = 7
    /// Longer texts are cut.
    static let maximumLength = 255

    private let secrets: [SecretBytes]

    /// `secrets`: what was sent and must not come back. One of fewer than eight bytes, such as a CVV, is only hidden where it stands alone as a run of
    /// digits.
    init(hiding secrets: [SecretBytes] = []) {
        self.secrets = secrets
    }

    /// The text with digits that may be a card's replaced by `*`, control characters by spaces, and cut.
    func shown(_ text: String, maximumLength: Int = maximumLength) -> String {
        var bytes = Array(text.utf8)
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] == 0x7F { bytes[index] = UInt8(ascii: " ") }
        hideLongSecrets(in: &bytes)
        hideShortSecrets(in: &bytes)
        hideLongDigitRuns(in: &bytes)
        return String(String(decoding: bytes, as: UTF8.self).prefix(maximumLength))
    }

    private func hideLongSecrets(in bytes: inout [UInt8]) {
        for secret in secrets where secret.count > Self.longestShownDigitRun {
            secret.withUnsafeBytes { pattern in
                var start = 0
                while start + pattern.count <= bytes.count {
                    if bytes[start..<start + pattern.count].elementsEqual(pattern) {
                        bytes.hide(start..<start + pattern.count)
                        start += pattern.count
                    } else {
                        start += 1
                    }
                }
            }
        }
    }

    private func hideShortSecrets(in bytes: inout [UInt8]) {
        let short = secrets.filter { 1...Self.longestShownDigitRun ~= $0.count }
        guard !short.isEmpty else { return }
        for run in bytes.digitRuns(joinedBy: { _ in false }) {
            let isSecret = short.contains { secret in secret.withUnsafeBytes { $0.elementsEqual(bytes[run]) } }
            if isSecret { bytes.hide(run) }
        }
    }

    private func hideLongDigitRuns(in bytes: inout [UInt8]) {
        let runs = bytes.digitRuns { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        for run in runs where bytes[run].count(where: \.isDigit) > Self.longestShownDigitRun {
            for index in run where bytes[index].isDigit { bytes[index] = UInt8(ascii: "*") }
        }
    }
}

extension [UInt8] {
    /// The maximal ranges that begin and end with a digit and hold nothing but digits and, one at a time, joining bytes.
    fileprivate func digitRuns(joinedBy isJoin: (UInt8) -> Bool) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in indices where self[index].isDigit {
            if let last = runs.last, last.upperBound == index || (last.upperBound == index - 1 && isJoin(self[index - 1])) {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    fileprivate mutating func hide(_ range: Range<Int>) {
        for index in range { self[index] = UInt8(ascii: "*") }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
