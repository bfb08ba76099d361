package import ByteRelay

extension MockFault {
  /// What the relay does to the bytes of the answer; nil for a fault that HTTP can say.
  package var wireFault: AnswerFault? {
    switch self {
    case .reset(.head): .resetInHead
    case .reset(.body): .resetInBody
    case .truncate(let bytes): .truncated(bytes: bytes)
    case .wrongLength(let bytes): .overstated(bytes: bytes)
    default: nil
    }
  }

  /// Strikes connections, whatever they are for.
  package var strikesOnAccept: Bool {
    if case .reset(.accept) = self { return true }
    return false
  }

  /// Needs a listener of bytes below HTTP.
  package var needsWire: Bool { wireFault != nil || strikesOnAccept }
}
