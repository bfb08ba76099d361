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
    for directive in directives {
      services.tasks.spawn { await attempt(directive, state) }
    }
  }

  private func attempt(_ directive: Directive, _ state: RoomState) async {
    for pause in Self.pauses + [.zero] {
      if await done(directive, state) { return }
      guard pause > .zero else { break }
      do { try await services.time.sleep(for: pause) } catch { return }
    }
    switch directive {
    // What is only stopping late is looked after by the upkeep; an agent is let go of at once.
    case .stopEgress, .release: return
    case .startEgress(let id): return await EgressStarter(services: services).giveUp(id, state.room)
    case .withdraw(let person):
      services.logger.warning(
        "an agent is still a member at the provider", ["room": .string(state.room.id), "person": .string(person)])
      return
    case .reconcile: return services.logger.warning("a room could not be read", ["room": .string(state.room.id)])
    case .expel, .unban, .doubt: break
    }
    services.meters.policingFailed(state.room.provider)
    services.logger.error("somebody could not be kept out", ["room": .string(state.room.id)])
  }

  private func done(_ directive: Directive, _ state: RoomState) async -> Bool {
    switch directive {
    case .expel(let connection, _, _): expel(connection, state.room)
    case .unban(let person): await unban(person, state)
    case .reconcile: await read(state.room.id)
    case .doubt: hint(at: state.room)
    case .startEgress(let id): await EgressStarter(services: services).start(id, state.room)
    case .stopEgress(let id): await EgressUpkeep(services: services).stop(id, state.room)
    case .release(let agent): await release(agent)
    case .withdraw(let person): await withdraw(person, state)
    }
  }

  /// The timer follows it, within what the account may be asked.
  private func hint(at room: Room) -> Bool {
    services.hints.add(room.id, of: room.provider)
    return true
  }

  private func read(_ room: String) async -> Bool {
    guard reads.begin(room) else { return true }
    var isRead = false
    repeat { isRead = await reconciler.reconcile(room) } while reads.end(room)
    return isRead
  }

  /// It has its own pace, and its own tries.
  private func expel(_ connection: String, _ room: Room) -> Bool {
    Remover(services: services).add(connection, in: room)
    return true
  }

  /// Its end was told already.
  private func release(_ agent: String) async -> Bool {
    _ = await services.agents.stop(agent, reason: "released")
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
