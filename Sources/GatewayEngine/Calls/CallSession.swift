import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import SessionDescription
import StructuredLogging
import Synchronization

/// One call's connection from beginning to end: what the vendor tells is committed, what the caller's side sends is passed
/// on, and its end is told as what it was. Descriptions and candidates are here and nowhere else.
final class CallSession: Sendable {
  /// What the vendor has offered and nobody has answered yet.
  struct Offer: Sendable {
    let generation: Int
    let sdp: SessionText
    /// How many parts its answer must have.
    let parts: Int
  }

  private struct State {
    var isAnswered = false
    var generation = 0
    var offer: Offer?
  }

  /// How often a commit is tried: what is lost here is told by nobody.
  private static let pauses: [Duration] = [.milliseconds(200), .seconds(1), .seconds(4)]

  let call: VoiceCall
  /// The entity tag of its ICE session (RFC 9725 section 4.3).
  let tag: String
  let description: SessionDescription
  let gathering: CallGathering
  private let room: ProviderRoom
  private let services: Services
  private let clock: CallClock
  private let state = Mutex(State())
  private let requests: AsyncStream<CallRequest>
  private let feed: AsyncStream<CallRequest>.Continuation
  private let endings: AsyncStream<CallEnding>
  private let end: AsyncStream<CallEnding>.Continuation

  init(_ call: VoiceCall, _ description: SessionDescription, room: Room, timers: CallTimers, services: Services) {
    self.call = call
    self.description = description
    self.room = services.providerRoom(room)
    self.services = services
    tag = "\"\(services.identifiers.make("ice-"))\""
    gathering = CallGathering(time: services.time)
    clock = CallClock(timers)
    // What a connection does not take up is bounded: it is either slow for good or about to end.
    (requests, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(512))
    (endings, end) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
  }

  var roomID: String { room.key }

  /// The vendor's offer that waits for its answer; nil = there is none.
  var offer: Offer? { state.withLock { $0.offer } }

  func ask(_ request: CallRequest) { feed.yield(request) }

  /// Passes the answer to the vendor's offer on; false when that offer does not wait any more.
  func answer(_ sdp: SessionText, to generation: Int) -> Bool {
    let isWanted = state.withLock { state in
      guard state.offer?.generation == generation else { return false }
      state.offer = nil
      return true
    }
    if isWanted { ask(.answer(sdp)) }
    return isWanted
  }

  /// What a report has made of the call.
  func note(_ call: VoiceCall, version: Int64) {
    clock.note(call, version: version) { ask(.media($0)) }
  }

  /// Ends it; the first reason counts.
  func finish(_ ending: CallEnding) {
    gathering.finish(ending)
    end.yield(ending)
  }

  func run(_ connection: any CallConnecting) async {
    await withTaskGroup(of: CallEnding?.self) { group in
      group.addTask { await self.connect(connection) }
      group.addTask {
        for await ending in self.endings { return ending }; return nil
      }
      group.addTask { await self.keepTime() }
      var ending: CallEnding?
      while ending == nil, let next = await group.next() { ending = next }
      group.cancelAll()
      feed.finish()
      clock.stop()
      await conclude(gathering.ending ?? ending ?? .closed)
    }
  }

  // MARK: Beside each other

  private func connect(_ connection: any CallConnecting) async -> CallEnding? {
    let port = CallPort(requests: requests) { await self.take($0) }
    do throws(CallFault) {
      try await connection.run(room, port)
      return .closed
    } catch { return .failed(error) }
  }

  private func keepTime() async -> CallEnding? {
    await withDiscardingTaskGroup { group in
      for await alarm in clock.alarms {
        group.addTask {
          do { try await self.services.time.sleep(for: alarm.delay) } catch { return }
          if self.clock.isDue(alarm) { self.finish(.told(.failed(alarm.ending))) }
        }
      }
    }
    return nil
  }

  /// Told before the connection has closed: a vendor that is slow to let go keeps nobody waiting.
  private func conclude(_ ending: CallEnding) async {
    gathering.finish(ending)
    if case .failed(let fault) = ending { log(fault) }
    await commit(ending.news)
  }

  // MARK: What the vendor tells

  private func take(_ signal: CallSignal) async {
    guard gathering.ending == nil else { return }
    switch signal {
    case .iceServers(let servers): gathering.take(servers)
    case .answered(let sdp): await answered(sdp)
    case .candidate(let candidate): gathering.take(candidate)
    case .candidatesEnded: gathering.complete()
    case .offered(let sdp): await offered(sdp)
    case .agent(let news): await commit(.agent(news))
    }
  }

  private func answered(_ sdp: SessionText) async {
    let isFirst = state.withLock { state in
      defer { state.isAnswered = true }
      return !state.isAnswered
    }
    guard isFirst else { return }
    guard let answer = read(sdp), answer.media.count == description.media.count else {
      return finish(.failed(Self.unreadable("answer")))
    }
    await commit(.answered)
    gathering.take(answer)
  }

  private func offered(_ sdp: SessionText) async {
    guard let offer = read(sdp) else { return finish(.failed(Self.unreadable("offer"))) }
    let generation = state.withLock { state in
      state.generation += 1
      state.offer = Offer(generation: state.generation, sdp: sdp, parts: offer.media.count)
      return state.generation
    }
    await commit(.offered(generation: generation))
  }

  private func read(_ sdp: SessionText) -> SessionDescription? { try? SessionDescription(reading: sdp.text) }

  private static func unreadable(_ what: String) -> CallFault {
    CallFault(
      CallError(.signalingFailed, "the vendor's \(what) cannot be read", isRetryable: false),
      ProviderFailure(.badResponse(pointer: what), executed: .maybe, operation: "call"))
  }

  private func log(_ fault: CallFault) {
    services.logger.warning(
      "a call failed",
      [
        "call": .string(call.id), "room": .string(room.key), "code": .string(fault.error.code.rawValue),
        "operation": .string(fault.failure.operation),
        "vendor_code": fault.failure.vendorCode.map(JSON.string) ?? .null,
        "vendor_message": fault.failure.vendorMessage.map { .string($0.text) } ?? .null,
      ])
  }

  /// In a task of its own: what is told must be written down although whoever tells it is being cancelled.
  private func commit(_ news: CallNews) async {
    let fact = Fact(occurredAt: services.now, source: .socket, .call(call.id, news))
    await Task { [services, room, call] in
      for pause in Self.pauses + [.zero] {
        if (try? await services.commit(RoomSubmission([.fact(fact)]), to: room.key)) != nil { return }
        guard pause > .zero else { break }
        do { try await services.time.sleep(for: pause) } catch { break }
      }
      services.logger.error("news of a call were lost", ["call": .string(call.id), "room": .string(room.key)])
    }.value
  }
}
