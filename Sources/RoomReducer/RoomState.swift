package import MeetingCore

/// A room with everybody in it, as the reducer sees it.
package struct RoomState: Sendable, Hashable {
  package var room: Room
  /// By connection id: those connected and those who left lately.
  package private(set) var participants: [String: Participant] = [:]
  /// Where a vendor names places: who is at each, or was last, by connection id.
  private var places: [String: String] = [:]
  /// By our id: the open one and recent ones.
  package var sessions: [String: Session]
  /// Roles by external id.
  package var members: [String: ParticipantRole]
  /// By external id.
  package var bans: [String: Ban]
  /// By our id: what is open, and what was over lately.
  package private(set) var resources: [String: RoomResource] = [:]
  /// By our id: those that are pending.
  package var operations: [String: Operation] = [:]
  /// Ids of permission requests by who made them, oldest first.
  private var requestIDs: [String: [String]] = [:]
  /// What is newest of the things that carry no time of their own. Kept in memory; what a new process needs of
  /// it, since what overtakes arrives within minutes, the room remembers.
  package var latest = LatestNews()

  package init(
    room: Room, participants: [String: Participant] = [:], sessions: [String: Session] = [:],
    members: [String: ParticipantRole] = [:], bans: [String: Ban] = [:], resources: [String: RoomResource] = [:]
  ) {
    self.room = room
    self.sessions = sessions
    self.members = members
    self.bans = bans
    for participant in participants.values { keep(participant) }
    for resource in resources.values { keep(resource) }
  }

  /// Takes a participant, new or changed.
  package mutating func keep(_ participant: Participant) {
    participants[participant.connection] = participant
    guard let place = participant.place else { return }
    let known = places[place].flatMap { participants[$0] }
    if known.map({ $0.isConnected ? false : participant.isConnected || $0.joinedAt <= participant.joinedAt }) ?? true {
      places[place] = participant.connection
    }
  }

  /// Whom a vendor means by a name: the connection of that name, or whoever is at the place of that name, or was last.
  package func participant(named name: String) -> Participant? {
    places[name].flatMap { participants[$0] } ?? participants[name]
  }

  /// Takes something that lives in the room, new or changed.
  package mutating func keep(_ resource: RoomResource) {
    let thing = resource.thing
    let isNew = resources.updateValue(resource, forKey: thing.id) == nil
    guard isNew, case .request(let request) = resource else { return }
    var ids = requestIDs[request.requester] ?? []
    let place = ids.firstIndex { self.request($0).map { $0.isNewer(than: request) } ?? false }
    ids.insert(request.id, at: place ?? ids.endIndex)
    requestIDs[request.requester] = ids
  }

  /// Oldest first: those that are pending, and those decided lately.
  package func requests(of person: String) -> [PermissionRequest] {
    (requestIDs[person] ?? []).compactMap { request($0) }
  }

  /// Everybody who made a request of late.
  package var requesters: [String] { requestIDs.keys.sorted() }

  package var openSession: Session? {
    sessions.values.filter { $0.endedAt == nil }.max { $0.startedAt < $1.startedAt }
  }

  /// Oldest first.
  package var connected: [Participant] {
    participants.values.filter(\.isConnected).sorted { $0.isOlder(than: $1) }
  }

  package func isConnected(_ person: String) -> Bool {
    participants.values.contains { $0.isConnected && $0.person == person }
  }

  /// Oldest first.
  package func connections(of person: String) -> [Participant] {
    participants.values.filter { $0.isConnected && $0.person == person }.sorted { $0.isOlder(than: $1) }
  }

  /// The role somebody has here: as a member, as the host, or the kind's default.
  package func role(of person: String?, told: ParticipantRole? = nil) -> ParticipantRole {
    // A vendor's own agent is nobody whom we know, and no audience either.
    guard let person else { return told == .agent ? .agent : .listener }
    if let role = members[person] { return role }
    if person == room.host { return .host }
    return told ?? Self.defaultRole(in: room.kind)
  }

  package static func defaultRole(in kind: RoomKind) -> ParticipantRole {
    switch kind {
    case .audioRoom: .listener
    case .meeting, .voiceCall: .speaker
    }
  }
}
