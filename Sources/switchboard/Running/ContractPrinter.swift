import JSONCoding
import MeetingContract
import MeetingCore

/// Says how each behaviour came out, as it comes.
struct ContractPrinter: Sendable {
  let json: Bool
  let isQuiet: Bool

  func print(_ result: ContractResult) {
    guard !isQuiet else { return }
    Output.line(json ? document(result).text() : line(result))
  }

  static func summary(_ results: [ContractResult]) -> String {
    let words = ["pass", "fail", "lacks", "skipped", "deviates"]
    let counts = words.map { word in "\(results.count { $0.outcome.word == word }) \(word)" }
    return counts.joined(separator: ", ")
  }

  private func line(_ result: ContractResult) -> String {
    let word = result.outcome.word
    let pad = String(repeating: " ", count: max(1, 10 - word.count))
    let reason = result.outcome.reason
    return "\(word)\(pad)\(result.kind.rawValue)  \(result.behaviour)\(reason.isEmpty ? "" : ": \(reason)")"
  }

  private func document(_ result: ContractResult) -> JSON {
    [
      "behaviour": .string(result.behaviour), "layer": .string(result.layer.rawValue),
      "provider": .string(result.harness), "kind": .string(result.kind.rawValue),
      "outcome": .string(result.outcome.word), "reason": .string(result.outcome.reason),
      "duration_ms": .integer(Int64(result.duration / .milliseconds(1))),
    ]
  }
}
