import MeetingCore

extension Reducing {
  /// What the vendor tells of a ban that holds changes nothing: it may be the echo of ours, and knows no end of it.
  mutating func ban(_ ban: Ban, _ fact: Fact) {
    switch noteBan(ban.person, true, fact) {
    case .newest:
      state.latest.heldByVendor.insert(ban.person)
      state.latest.beingLifted.remove(ban.person)
      if !isBanned(ban.person) { put(ban, fact) }
    case .missing(let first, let second): tell(first, second, of: ban.person)
    case .nothing: break
    }
  }

  /// A ban of our own takes the place of one that is over or has a time to end. The vendor holds one without such a
  /// time as well, and cannot end it by itself: that one gives way only to one that is for good.
  mutating func impose(_ ban: Ban, _ fact: Fact) {
    state.latest.beingLifted.remove(ban.person)
    if let known = state.bans[ban.person], isBanned(ban.person) {
      let isSame = known.until == ban.until && known.session == ban.session
      let isForGood = ban.until == nil && ban.session == nil
      guard !isSame, known.until != nil || isForGood else { return }
    }
    _ = noteBan(ban.person, true, fact)
    put(ban, fact)
  }

  mutating func unban(_ person: String, by: String?, _ fact: Fact) {
    switch noteBan(person, false, fact) {
    case .newest:
      state.latest.heldByVendor.remove(person)
      lift(person, by: by, fact)
    case .missing(let first, let second): tell(first, second, of: person)
    case .nothing: break
    }
  }

  private mutating func lift(_ person: String, by: String?, _ fact: Fact) {
    guard state.bans.removeValue(forKey: person) != nil else { return }
    rememberBan(of: person, fact)
    state.latest.banVersions[person] = context.version
    reduction.changes.bans.remove(person)
    reduction.changes.removedBans.insert(person)
    emit(.unbanned(person: person, by: by), fact)
    reviewAdmissions()
  }

  /// Bans as the vendor's own view has them. Those that only we hold stay.
  mutating func takeBans(_ snapshot: RoomSnapshot, _ fact: Fact) {
    guard let banned = snapshot.banned else { return }
    state.latest.beingLifted.formIntersection(banned)
    for person in banned.sorted() where isUnchanged(person, since: snapshot) {
      state.latest.heldByVendor.insert(person)
      guard !isBanned(person) else { continue }
      _ = noteBan(person, true, fact)
      put(Ban(person: person), fact)
    }
    let lifted = state.latest.heldByVendor.subtracting(banned).filter { isUnchanged($0, since: snapshot) }
    for person in lifted.sorted() {
      state.latest.heldByVendor.remove(person)
      if state.bans[person]?.until == nil { unban(person, by: nil, fact) }
    }
  }

  private func isUnchanged(_ person: String, since snapshot: RoomSnapshot) -> Bool {
    guard !state.latest.beingLifted.contains(person) else { return false }
    return state.latest.banVersions[person, default: 0] <= snapshot.asOf
  }

  private func isBanned(_ person: String) -> Bool {
    state.bans[person].map { AdmissionRules.isInForce($0, in: state, now: context.now) } ?? false
  }

  private mutating func put(_ ban: Ban, _ fact: Fact) {
    state.bans[ban.person] = ban
    rememberBan(of: ban.person, fact)
    state.latest.banVersions[ban.person] = context.version
    reduction.changes.bans.insert(ban.person)
    reduction.changes.removedBans.remove(ban.person)
    emit(.banned(person: ban.person, until: ban.until, by: ban.by), fact)
  }

  private mutating func rememberBan(of person: String, _ fact: Fact) {
    NewestChanges.note(person, fact.occurredAt, in: &state.room.banChangedAt)
    reduction.changes.room = true
  }

  /// The first entry is what the room itself remembers.
  private func timeline(of person: String) -> Timeline<Bool> {
    if let known = state.latest.bans[person] { return known }
    guard let changed = state.room.banChangedAt[person] else { return Timeline(before: isBanned(person)) }
    var timeline = Timeline<Bool>(before: nil)
    let isBanned = isBanned(person)
    let detail: Fact.Detail =
      isBanned ? .banned(person: person, until: nil, by: nil) : .unbanned(person: person, by: nil)
    _ = timeline.insert(isBanned, Fact(occurredAt: changed, source: .reconcile, detail))
    return timeline
  }

  private mutating func noteBan(_ person: String, _ isBanned: Bool, _ fact: Fact) -> Timeline<Bool>.Place {
    var timeline = timeline(of: person)
    defer { state.latest.bans[person] = timeline }
    return timeline.insert(isBanned, fact)
  }

  private mutating func tell(_ first: Timeline<Bool>.Entry, _ second: Timeline<Bool>.Entry, of person: String) {
    for entry in [first, second] {
      switch entry.fact.detail {
      case .banned(_, let until, let by): emit(.banned(person: person, until: until, by: by), entry.fact)
      case .unbanned(_, let by): emit(.unbanned(person: person, by: by), entry.fact)
      default:
        emit(
          entry.value ? .banned(person: person, until: nil, by: nil) : .unbanned(person: person, by: nil), entry.fact)
      }
    }
  }
}
