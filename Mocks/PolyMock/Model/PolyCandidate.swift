import JSONCoding
import MockKit

/// One ICE candidate as signalling carries it.
struct PolyCandidate: Sendable, Equatable {
  /// Empty = there are no more.
  let candidate: String
  let mid: String?
  let lineIndex: Int?

  /// As documented, or with a number for the mid and a string for the line.
  func data(_ types: PolyChoice.CandidateTypes) -> JSON {
    let line = lineIndex ?? 0
    return switch types {
    case .usual: ["candidate": .string(candidate), "sdpMid": .string(mid ?? "0"), "sdpMLineIndex": .int(line)]
    case .odd: ["candidate": .string(candidate), "sdpMid": .int(line), "sdpMLineIndex": .string(mid ?? "0")]
    }
  }

  /// As the control plane shows it.
  var document: JSON {
    [
      "candidate": .string(candidate), "sdp_mid": mid.map(JSON.string) ?? .null,
      "sdp_mline_index": lineIndex.map(JSON.int) ?? .null,
    ]
  }
}
