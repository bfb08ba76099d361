import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import StructuredLogging

/// Does at the vendor what the reducer asked for: throws out who is not admitted, lifts bans that ended.
struct DirectiveRunner: Sendable {
  private static let pauses: [Duration] = [.milliseconds(300), .seconds(1), .seconds(4), .seconds(15)]

  let services: Services
  let reconciler: Reconciler
  private let reads = RoomReads()

  init(services: Services, reconciler: Reconciler) {
    self.services = services
    self.reconciler = reconciler
  }

  func run(_ state: RoomState, _ directives: [Directive]) {
    for directive in directives where !isNoted(directive, state.room) {
      services.tasks.spawn { await attempt(directive, state) }
    }
  }

  /// What somebody else sees to is only noted, in the order in which it was asked for.
  private func isNoted(_ directive: Directive, _ room: Room) -> Bool {
    switch directive {
    case .expel(let connection, _, _): Remover(services: services).add(connection, in: room)
    case .end(let deadline): services.deadlines.set(deadline, of: room.id)
    // The timer follows it, within what the account may be asked.
    case .doubt: services.hints.add(room.id, of: room.provider)
    default: return false
    }
    return true
  }

  private func attempt(_ directive: Directive, _ state: RoomState) async {
    for pause in Self.pauses + [.zero] {
      if await done(directive, state) { return }
      guard pause > .zero else { break }
      do { try await services.time.sleep(for: pause) } catch { return }
    }
    switch directive {
    // What is only stopping late is looked after by the upkeep; an agent is let go of at once.
    case .stopEgress, .release, .hangUp: return
    case .startEgress(let id): return await EgressStarter(services: services).giveUp(id, state.room)
    case .withdraw(let person):
      services.logger.warning(
        "an agent is still a member at the provider", ["room": .string(state.room.id), "person": .string(person)])
      return
    case .reconcile: return services.logger.warning("a room could not be read", ["room": .string(state.room.id)])
    case .expel, .end, .doubt: return
    case .silence, .unban: break
    }
    services.meters.policingFailed(state.room.provider)
    services.logger.error("a rule of a room could not be kept", ["room": .string(state.room.id)])
  }

  private func done(_ directive: Directive, _ state: RoomState) async -> Bool {
    switch directive {
    case .silence(let connection, let tracks): await silence(connection, tracks, state.room)
    case .unban(let person): await unban(person, state)
    case .reconcile: await read(state.room.id)
    case .startEgress(let id): await EgressStarter(services: services).start(id, state.room)
    case .stopEgress(let id): await EgressUpkeep(services: services).stop(id, state.room)
    case .release(let agent): await release(agent)
    case .hangUp(let call): hangUp(call)
    case .withdraw(let person): await withdraw(person, state)
    case .expel, .end, .doubt: true
    }
  }

  private func read(_ room: String) async -> Bool {
    guard reads.begin(room) else { return true }
    var isRead = false
    repeat { isRead = await reconciler.reconcile(room) } while reads.end(room)
    return isRead
  }

  /// Whoever has stopped by themselves, or may publish by now, is left alone.
  private func silence(_ connection: String, _ tracks: Set<TrackKind>, _ room: Room) async -> Bool {
    guard let state = try? await services.anyRoom(room.id) else { return false }
    guard let participant = state.participants[connection], participant.isConnected,
      case let forbidden = state.forbiddenTracks(of: participant).intersection(tracks), !forbidden.isEmpty,
      let muting = try? services.offering(of: room).handle(.mute), let account = try? services.account(of: room)
    else { return true }
    let context = services.context(nil, actor: nil)
    let target = Target(person: participant.person, connection: participant.vendorName)
    do {
      let outcome = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await muting.mute([target], tracks: forbidden, in: services.providerRoom(room), context)
      }
      guard outcome.isApplied else { return true }
    } catch { return error.reason == .participantNotFound || error.reason == .noActiveSession }
    let told = Self.muted(participant, forbidden, at: services.now)
    return (try? await services.commit(RoomSubmission([.fact(told)]), to: room.id)) != nil
  }

  /// Somebody unknown is named by their connection: a mute of nobody in particular is one of everybody.
  private static func muted(_ participant: Participant, _ tracks: Set<TrackKind>, at now: Timestamp) -> Fact {
    guard participant.person == nil else {
      return Fact(occurredAt: now, source: .api, .muted(person: participant.person, tracks: tracks, by: nil))
    }
    let quiet = tracks.map { kind in
      (kind, TrackState(publishing: participant.tracks[kind]?.publishing, muted: true, asOf: now))
    }
    let states = Dictionary(uniqueKeysWithValues: quiet)
    return Fact(occurredAt: now, source: .api, .tracks(connection: participant.connection, states))
  }

  /// Its end was told already.
  private func release(_ agent: String) async -> Bool {
    _ = await services.agents.stop(agent, reason: "released")
    return true
  }

  /// Its end was told already.
  private func hangUp(_ call: String) -> Bool {
    services.voice.release(call)
    return true
  }

  /// Not where somebody has become a member again meanwhile.
  private func withdraw(_ person: String, _ state: RoomState) async -> Bool {
    guard let now = try? await services.anyRoom(state.room.id) else { return false }
    guard now.members[person] == nil, now.agent(of: person) == nil, now.room.phase != .ended,
      let editing = try? services.offering(of: state.room).port(.memberEditing),
      let account = try? services.account(of: state.room)
    else { return true }
    let context = services.context(nil, actor: nil)
    do {
      _ = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await editing.removeMembers([person], from: services.providerRoom(state.room), context)
      }
    } catch { return error.reason == .participantNotFound || error.reason == .notFound }
    return true
  }

  private func unban(_ person: String, _ state: RoomState) async -> Bool {
    guard let banning = try? services.offering(of: state.room).require(.ban),
      let account = try? services.account(of: state.room)
    else { return true }
    let context = services.context(nil, actor: nil)
    do {
      _ = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await banning.unban(person, in: services.providerRoom(state.room), context)
      }
    } catch {
      if case .participantNotFound = error.reason { return true }
      return false
    }
    return true
  }
}
