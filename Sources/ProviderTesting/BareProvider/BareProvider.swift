package import JSONCoding
package import MeetingCore
import Synchronization

/// A vendor in memory that offers little: it makes and ends rooms, mints tokens, tells who came and went, can be read, and
/// removes people. It has no stage, no bans, no limits, takes no changes, and names places instead of connections. What else
/// it is to have is said when it is made.
package final class BareProvider: MeetingProvider, Sendable {
  /// What it may have on top.
  package enum Extra: Sendable, Hashable, CaseIterable {
    /// Stops tracks.
    case muting
    /// Forwards a wish that people take another role, to those who are there; what they may do the gateway must watch.
    case roles
    /// The same for what they may publish.
    case permissions
    /// Tells when somebody followed a wish.
    case modes
    /// Does not keep people from publishing what they may not, and has no way to tell them that they may.
    case unkept
    /// Mints for nobody.
    case anonymous
    /// Negotiates voice calls, and has no other rooms of that kind.
    case calls
  }

  package let extras: Set<Extra>
  let hall = BareHall()
  /// Its calls, where it has them.
  package let switchboard = BareCalls()

  package init(_ extras: Set<Extra> = []) { self.extras = extras }

  /// Every operation in order, e.g. `remove ana`.
  package var calls: [String] { hall.calls }
  /// The most removals that were under way at once.
  package var mostRemovalsAtOnce: Int { hall.mostRemovalsAtOnce }
  /// Who is in a room, by place.
  package func people(in room: String) -> [String] { hall.people(in: room) }

  /// The next calls whose note begins so fail, one after the other.
  package func fail(_ call: String, with failures: ProviderFailure...) { hall.fail(call, with: failures) }
  /// Removals take this long.
  package func slowRemovals(by duration: Duration) { hall.slowRemovals(by: duration) }

  /// Somebody comes in with whatever token, at whatever time; the delivery that tells of it.
  package func come(_ place: String, to room: String, at time: Timestamp) -> JSON {
    hall.come(place, to: room, at: time)
    return delivery("joined", place, room)
  }

  /// Somebody leaves; the delivery that tells of it.
  package func go(_ place: String, from room: String) -> JSON {
    hall.go(place, from: room)
    return delivery("left", place, room)
  }

  /// Somebody starts tracks, or stops all without any; the delivery that tells of it.
  package func publish(_ kinds: Set<TrackKind>, _ place: String, in room: String) -> JSON {
    hall.publish(kinds, place, in: room)
    return delivery("tracks", place, room, kinds)
  }

  /// Somebody's client follows a wish, or takes the mode by itself; the delivery that tells of it.
  package func follow(_ place: String, publishes: Bool, in room: String) -> JSON {
    delivery(publishes ? "may" : "may_not", place, room)
  }

  /// What a delivery is signed with, in this field of its head.
  package static let signatureField = "X-Bare-Signature"
  package static func signature(of body: [UInt8]) -> String { BareHooks.signature(of: body) }

  private func delivery(_ type: String, _ place: String, _ room: String, _ tracks: Set<TrackKind> = []) -> JSON {
    [
      "room": .string(room), "type": .string(type), "place": .string(place),
      "session": hall.session(of: room).map(JSON.string) ?? .null,
      "tracks": .array(tracks.map { .string($0.rawValue) }),
    ]
  }

  package func offering(for kind: RoomKind) -> Offering? {
    if kind == .voiceCall, extras.contains(.calls) {
      var offering = Offering()
      offering.offer(.whip, .native, by: switchboard as any CallHosting)
      return offering
    }
    var offering = Offering()
    offering.offer(.presence, .native, by: BarePresence(hall: hall) as any PresenceReading)
    offering.offer(.remove, .native, by: BareModeration(hall: hall) as any Removing)
    offering.supply(.joining, by: BareJoining(hall: hall) as any Joining)
    offering.supply(.webhooks, by: BareHooks() as any WebhookReceiving)
    if extras.contains(.muting) { offering.offer(.mute, .native, by: BareModeration(hall: hall) as any Muting) }
    let wishes = BareWishes(hall: hall, isTold: extras.contains(.modes))
    if extras.contains(.roles) {
      offering.offer(.role, .requested, enforcement: .policed, by: wishes as any RoleChanging)
    }
    if extras.contains(.permissions) {
      offering.offer(.permissions, .requested, enforcement: .policed, by: wishes as any Permitting)
    } else if extras.contains(.unkept) {
      offering.state(.permissions, .emulated, enforcement: .policed)
    }
    if extras.contains(.anonymous) { offering.state(.anonymous, .emulated, note: "under a name made up for them") }
    return offering
  }

  package func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    try hall.note("create")
    return RoomCreation(
      room: ProviderRoom(key: spec.key, kind: spec.kind, refs: ["hall": "h-\(spec.key)"]), existed: hall.open(spec.key))
  }

  package func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure)
    -> ProviderRoom?
  {
    try hall.note("find")
    return hall.isOpen(key) ? ProviderRoom(key: key, kind: kind, refs: ["hall": "h-\(key)"]) : nil
  }

  package func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    try hall.note("end")
    hall.close(room.key)
    return .applied([])
  }
}
