import JSONCoding
import MockKit

/// The socket on which the bridge tells what happens in a call.
extension PolyModel {
  /// Whether a call has such a socket at all.
  func hasEvents(_ id: String) -> Bool { calls[id].map { $0.dialect == .bridge && $0.isLive } ?? false }

  /// The first frame says who it is; nothing else is ever heard.
  mutating func hearEvents(_ bytes: [UInt8], on line: String, of id: String, at now: Int64) {
    guard lines[line]?.isReady == false else { return }
    let frame = try? JSON.parse(bytes, mode: .strict)
    guard frame?["type"] == "auth", let token = frame?["token"]?.stringValue, let call = calls[id], call.isLive,
      isGood(token, for: call, now: now / 1_000_000_000)
    else { return say(.close(code: 1008, reason: "policy violation"), on: line) }
    lines[line]?.isReady = true
    // Whoever comes later hears what comes from now on; whoever was there before hears no more.
    bind(id, to: line)
  }

  /// Tells an event of a call's; false when nobody is there to hear it.
  mutating func tellEvent(_ name: String, of id: String) -> Bool {
    guard let line = calls[id]?.line, lines[line]?.isReady == true else { return false }
    say(["event": .string(name)], on: line)
    return true
  }
}
