import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import StructuredLogging
import Synchronization

/// One agent's connection from beginning to end: what it tells is committed, what it asks of tools is asked, and its end is
/// told as what it was.
final class AgentSession: Sendable {
  private struct State {
    var hasJoined = false
    /// Set before the connection is ended by us: why.
    var reason: String?
    /// Calls whose outcome is not told yet, oldest first.
    var openCalls: [OpenCall] = []
  }

  private struct OpenCall: Sendable {
    let call: AgentToolCall
    let since: ContinuousClock.Instant

    var milliseconds: Int { Int((ContinuousClock.now - since) / .milliseconds(1)) }
  }

  private enum Ending: Sendable {
    case left
    case failed(ProviderFailure)
    /// It was not there in time.
    case late
  }

  /// Calls of tools that run at once; more wait.
  private static let toolsAtOnce = 4
  /// How often a commit is tried: what is lost here is told by nobody.
  private static let pauses: [Duration] = [.milliseconds(200), .seconds(1), .seconds(4)]

  let agent: Agent
  private let room: ProviderRoom
  private let provider: (name: String, kind: String)
  private let services: Services
  private let tools: ToolCaller?
  private let state = Mutex(State())
  private let requests: AsyncStream<LiveRequest>
  private let feed: AsyncStream<LiveRequest>.Continuation
  private let calls: AsyncStream<AgentToolCall>
  private let callFeed: AsyncStream<AgentToolCall>.Continuation

  init(agent: Agent, room: Room, services: Services, tools: ToolCaller?) {
    self.agent = agent
    self.room = services.providerRoom(room)
    provider = (room.provider, room.providerKind)
    self.services = services
    self.tools = tools
    // What a connection does not take up is bounded: it is either slow for good or about to end.
    (requests, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    (calls, callFeed) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
  }

  func ask(_ request: LiveRequest) { feed.yield(request) }

  /// Why it ends, if it is ended by us; the first reason counts.
  func note(reason: String) { state.withLock { $0.reason = $0.reason ?? reason } }

  func run(_ connection: any LiveConnecting) async {
    let ending = await withTaskGroup(of: Ending?.self) { group in
      group.addTask { await self.connect(connection) }
      group.addTask { await self.wait() }
      group.addTask { await self.answerTools() }
      var ending: Ending?
      while ending == nil, let next = await group.next() { ending = next }
      feed.finish()
      callFeed.finish()
      group.cancelAll()
      return ending ?? .left
    }
    await commit((cutCalls() + [news(of: ending)]).map(fact))
  }

  // MARK: Beside each other

  private func connect(_ connection: any LiveConnecting) async -> Ending? {
    let port = LivePort(requests: requests) { facts async throws(LivePort.Fenced) in await self.take(facts) }
    do throws(ProviderFailure) {
      try await connection.run(room, port)
      return .left
    } catch {
      return .failed(error)
    }
  }

  /// Only as long as it is not there does its time run.
  private func wait() async -> Ending? {
    do { try await services.time.sleep(for: services.options.agents.joinLimit) } catch { return nil }
    return state.withLock { $0.hasJoined } ? nil : .late
  }

  private func answerTools() async -> Ending? {
    await withDiscardingTaskGroup { group in
      let slots = AsyncStream<Void>.makeStream()
      for _ in 0..<Self.toolsAtOnce { slots.continuation.yield() }
      var free = slots.stream.makeAsyncIterator()
      for await call in calls {
        guard await free.next() != nil else { break }
        group.addTask {
          await self.answer(call)
          slots.continuation.yield()
        }
      }
    }
    return nil
  }

  private func answer(_ call: AgentToolCall) async {
    guard let tools else { return await settle(call, .refused, ToolCaller.failure("the gateway calls no tools"), 0) }
    let answer = await tools.call(call, of: await current(), in: room.key)
    // Nobody hears the answer any more: it is told with the end.
    if Task.isCancelled { return }
    await settle(call, answer.status, answer.output, answer.milliseconds)
  }

  /// Gives the model its answer and tells of it, once.
  private func settle(_ call: AgentToolCall, _ status: AgentToolStatus, _ output: String, _ milliseconds: Int) async {
    guard close(call) else { return }
    ask(.toolResult(call: call.id, output: output))
    await commit([fact(.toolCalled(call, status: status, milliseconds: milliseconds))])
  }

  private func close(_ call: AgentToolCall) -> Bool {
    state.withLock { state in
      guard let index = state.openCalls.firstIndex(where: { $0.call == call }) else { return false }
      state.openCalls.remove(at: index)
      return true
    }
  }

  /// What became of the calls that the end has cut off, running or waiting.
  private func cutCalls() -> [AgentNews] {
    let open = state.withLock { state in
      defer { state.openCalls = [] }
      return state.openCalls
    }
    return open.map { .toolCalled($0.call, status: .cancelled, milliseconds: $0.milliseconds) }
  }

  /// The agent as it behaves now.
  private func current() async -> Agent {
    guard let state = try? await services.anyRoom(room.key), case .agent(let now)? = state.resources[agent.id] else {
      return agent
    }
    return now
  }

  // MARK: What is told

  private func take(_ facts: [Fact]) async {
    var told: [Fact] = []
    for fact in facts {
      guard case .agent(_, let news) = fact.detail else {
        told.append(fact)
        continue
      }
      switch news {
      case .asked(let call): await take(call)
      case .joined:
        state.withLock { $0.hasJoined = true }
        told.append(fact)
      default: told.append(fact)
      }
    }
    if !told.isEmpty { await commit(told) }
  }

  /// More than can wait is refused: a model that waits for an answer has to get one.
  private func take(_ call: AgentToolCall) async {
    state.withLock { $0.openCalls.append(OpenCall(call: call, since: .now)) }
    guard case .dropped = callFeed.yield(call) else { return }
    await settle(call, .refused, ToolCaller.failure("too many calls at once"), 0)
  }

  private func news(of ending: Ending) -> AgentNews {
    let (hasJoined, reason) = state.withLock { ($0.hasJoined, $0.reason) }
    if let reason { return AgentNews.ending(reason: reason, hasJoined: hasJoined) }
    switch ending {
    case .left where hasJoined: return .left(reason: nil)
    case .left: return .failed(reason: "closed", detail: "the connection was closed before the agent was there")
    case .late: return .failed(reason: ErrorCode.providerTimeout.rawValue, detail: "the agent was not there in time")
    case .failed(let failure): return news(of: failure, hasJoined: hasJoined)
    }
  }

  private func news(of failure: ProviderFailure, hasJoined: Bool) -> AgentNews {
    let error = FailureMapping.error(failure, provider: provider.name, kind: provider.kind)
    services.logger.warning(
      "an agent failed",
      [
        "agent": .string(agent.id), "room": .string(room.key), "operation": .string(failure.operation),
        "vendor_code": failure.vendorCode.map(JSON.string) ?? .null,
        "vendor_message": failure.vendorMessage.map { .string($0.text) } ?? .null,
      ])
    let reason = hasJoined && error.code == .providerUnavailable ? "connection_lost" : error.code.rawValue
    return .failed(reason: reason, detail: error.detail)
  }

  private func fact(_ news: AgentNews) -> Fact {
    Fact(occurredAt: services.now, source: .api, .agent(agent.id, news))
  }

  private func commit(_ facts: [Fact]) async {
    let submission = RoomSubmission(facts.map(RoomInput.fact))
    for pause in Self.pauses + [.zero] {
      if (try? await services.commit(submission, to: room.key)) != nil { return }
      guard pause > .zero else { break }
      do { try await services.time.sleep(for: pause) } catch { break }
    }
    services.logger.error("news of an agent were lost", ["agent": .string(agent.id), "room": .string(room.key)])
  }
}
