package import HTTPTypes
import Synchronization

/// Keeps everything the gateway said, to be searched for secrets at the end.
package final class Witness: Sendable {
  private struct Saying: Sendable {
    package let place: String
    package let text: String
  }

  private let sayings = Mutex<[Saying]>([])
  private let keeps: Bool

  /// One that keeps nothing is for tests that move more than memory holds.
  package init(keeps: Bool = true) { self.keeps = keeps }

  package func saw(path: String, fields: HTTPFields, text: String) {
    guard keeps else { return }
    let head = fields.entries.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    let body = path.hasSuffix("-tokens") ? Self.withoutToken(text) : text
    sayings.withLock { $0.append(Saying(place: path, text: head + "\n" + body)) }
  }

  /// Where one of the secrets, a signed token or a client token was said, with what was said around it.
  package func slips(_ secrets: [String]) -> [String] {
    sayings.withLock { $0 }.flatMap { saying in Self.slips(in: saying.text, secrets).map { "\(saying.place): \($0)" } }
  }

  package static func slips(in text: String, _ secrets: [String]) -> [String] {
    (secrets + ["eyJ", "sbc_"]).filter { !$0.isEmpty && text.contains($0) }
  }

  package var count: Int { sayings.withLock { $0.count } }

  /// A token answer is the one place where its own token belongs.
  private static func withoutToken(_ text: String) -> String {
    guard let start = text.firstRange(of: "\"token\":\"") else { return text }
    let end = text[start.upperBound...].firstIndex(of: "\"") ?? text.endIndex
    return String(text[..<start.upperBound] + text[end...])
  }
}
