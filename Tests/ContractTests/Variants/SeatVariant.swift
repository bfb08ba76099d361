import MeetingCore

/// A seat that tells otherwise than it hears, or does not say how it came to its end.
struct SeatVariant: Seating {
  let base: any Seating
  /// nil = it keeps that to itself.
  var tells: @Sendable (Fact) -> Fact? = { $0 }
  /// Goes without a word when another one has taken its place.
  var hidesItsSuccessor = false

  func seat(in room: ProviderRoom) -> any LiveConnecting { Connection(variant: self, base: base.seat(in: room)) }

  private struct Connection: LiveConnecting {
    let variant: SeatVariant
    let base: any LiveConnecting

    func run(_ room: ProviderRoom, _ port: LivePort) async throws(ProviderFailure) {
      let quiet = LivePort(requests: port.requests) { (facts) async throws(LivePort.Fenced) in
        let told = facts.compactMap(variant.tells)
        if !told.isEmpty { try await port.emit(told) }
      }
      do { try await base.run(room, quiet) } catch {
        guard variant.hidesItsSuccessor, error.reason == .superseded else { throw error }
      }
    }
  }
}

extension Fact.Detail {
  var isHand: Bool { if case .permissionRequested = self { true } else { false } }
  var isCaption: Bool { if case .caption = self { true } else { false } }
  var isTracks: Bool { if case .tracks = self { true } else { false } }
  var isLeave: Bool { if case .left = self { true } else { false } }
}

extension Fact {
  /// The same, with the name of a place taken for that of one connection, which never comes back.
  var namingConnections: Self {
    guard case .joined(let joined) = detail else { return self }
    return Self(
      occurredAt: occurredAt, isTimed: isTimed, source: source, key: key, vendorType: vendorType,
      .joined(joined.asConnection))
  }
}
