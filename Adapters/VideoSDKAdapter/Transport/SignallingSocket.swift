import Clocks
import JSONCoding
import MeetingCore
import Synchronization
import WebSocket

/// An open connection to a room's signalling: carries what `SignallingSession` decides.
///
/// `open` connects, `run` enters the room and stays until the end; what happens meanwhile is in `news`, from `.joined` to
/// `.ended`. Whoever does not read `news` loses the connection after some thousands. Requests may be made from any task
/// while it runs.
final class SignallingSocket: Sendable {
  /// Whoever has not read so much is told that the connection is lost.
  private static let most = 4_096

  /// Gets an answer. Called while nothing else of the connection can happen: it only hands on what it gets.
  typealias Settling = @Sendable (Result<JSON, ProviderFailure>) -> Void

  private struct Waiter {
    let settle: Settling
  }

  private struct State {
    var session: SignallingSession
    var waiting: [Int: Waiter] = [:]
    var lastTicket = 0
    var withdrawn: Set<Int> = []
    var armed: Int64?

    mutating func nextTicket() -> Int {
      lastTicket += 1
      return lastTicket
    }
  }

  /// What happens, in the order in which it does. For one reader.
  let news: AsyncStream<SignallingNews>
  private let feed: AsyncStream<SignallingNews>.Continuation
  private let alarms: AsyncStream<Int64?>
  private let alarm: AsyncStream<Int64?>.Continuation
  private let connection: WebSocketConnection
  private let time: any TimeSource
  private let state: Mutex<State>

  init(_ connection: WebSocketConnection, _ session: SignallingSession, _ time: any TimeSource) {
    self.connection = connection
    self.time = time
    (news, feed) = AsyncStream.makeStream(of: SignallingNews.self, bufferingPolicy: .bufferingOldest(Self.most))
    (alarms, alarm) = AsyncStream.makeStream(of: Int64?.self, bufferingPolicy: .bufferingNewest(1))
    state = Mutex(State(session: session))
  }

  /// Connects as somebody. The room is entered by `run`.
  static func open(_ door: SignallingDoor, as identity: SignallingIdentity) async throws(ProviderFailure)
    -> SignallingSocket
  {
    let connection = try await door.open(identity)
    return SignallingSocket(connection, SignallingSession(identity, door.patience, door.random), door.time)
  }

  // MARK: Its life

  /// Enters the room and stays: until this peer leaves, is sent away or loses the connection, or the task is cancelled. No
  /// task and no socket is left afterwards.
  func run() async {
    take(.opened)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.listen() }
      group.addTask { await self.keepTime() }
      await group.next()
      group.cancelAll()
    }
    take(.leave)
    await connection.close()
  }

  /// Leaves the room, without waiting until that is done: `run` returns soon.
  func leave() { take(.leave) }

  /// Takes the connection for lost if nothing at all has come over it since `time` (monotonic nanoseconds).
  func giveUp(ifNothingCameSince time: Int64) {
    state.withLock { state in
      guard state.session.heardAt < time else { return }
      let failure = ProviderFailure(
        .unavailable, executed: .maybe, operation: SignallingSession.operation,
        vendorMessage: Redacted(scrubbed: "nothing came over the connection any more"))
      take(.broken(failure), &state)
    }
  }

  private func listen() async {
    while let message = await connection.receive() {
      // The protocol has no other messages than texts.
      if case .text(let bytes) = message { take(.text(bytes)) }
    }
    if let closure = connection.closure { take(.closed(closure)) }
  }

  /// Says when time has passed, as long as there is something to wait for.
  private func keepTime() async {
    var sleeper: Task<Void, Never>?
    for await deadline in alarms {
      sleeper?.cancel()
      sleeper = deadline.map { deadline in
        Task {
          let wait = max(0, deadline - time.monotonicNanoseconds)
          do { try await time.sleep(for: .nanoseconds(wait)) } catch { return }
          take(.time)
        }
      }
    }
    sleeper?.cancel()
    await sleeper?.value
  }

  // MARK: Requests

  /// Asks the service and returns its answer. Throws at once when the room is not entered, and after the usual patience, or
  /// `limit`, when there is no answer; cancellation gives up at once, and nobody knows what becomes of the request.
  @discardableResult
  func request(_ request: SignallingRequest, within limit: Duration? = nil) async throws(ProviderFailure) -> JSON {
    try await ask(request.method) { .request(ticket: $0, request, within: limit) }
  }

  /// Asks the service without waiting. Requests go out in the order in which they are made.
  func send(_ request: SignallingRequest, then settle: @escaping Settling) {
    state.withLock { state in
      let ticket = state.nextTicket()
      state.waiting[ticket] = Waiter(settle: settle)
      take(.request(ticket: ticket, request, within: nil), &state)
    }
  }

  /// Takes part in another way from now on.
  func changeMode(to mode: PeerMode) async throws(ProviderFailure) {
    _ = try await ask("changeMode") { .changeMode(ticket: $0, mode) }
  }

  /// Takes part in another way from now on, without waiting.
  func changeMode(to mode: PeerMode, then settle: @escaping Settling) {
    state.withLock { state in
      let ticket = state.nextTicket()
      state.waiting[ticket] = Waiter(settle: settle)
      take(.changeMode(ticket: ticket, mode), &state)
    }
  }

  /// An own microphone or camera is wanted on or off. What comes of it is in `news`.
  func publish(_ media: PeerMedia, isOn: Bool) { take(.publish(media, isOn: isOn)) }

  private func ask(_ operation: String, _ input: @Sendable (Int) -> SignallingSession.Input)
    async throws(ProviderFailure) -> JSON
  {
    let ticket = state.withLock { $0.nextTicket() }
    defer { state.withLock { _ = $0.withdrawn.remove(ticket) } }
    let input = input(ticket)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiting: CheckedContinuation<Result<JSON, ProviderFailure>, Never>) in
        state.withLock { state in
          if state.withdrawn.contains(ticket) {
            let failure = ProviderFailure(.cancelled, executed: .no, operation: operation)
            return waiting.resume(returning: .failure(failure))
          }
          state.waiting[ticket] = Waiter { waiting.resume(returning: $0) }
          take(input, &state)
        }
      }
    } onCancel: {
      state.withLock { state in
        // There may be nobody yet who waits.
        state.withdrawn.insert(ticket)
        take(.withdraw(ticket: ticket), &state)
      }
    }
    return try result.get()
  }

  // MARK: The session

  /// What comes of it is done before anything else is taken: sockets and streams keep the order. Nothing in it waits.
  private func take(_ input: SignallingSession.Input) { state.withLock { take(input, &$0) } }

  private func take(_ input: SignallingSession.Input, _ state: inout State) {
    var isFull = false
    for output in state.session.take(input, at: time.monotonicNanoseconds) {
      if !perform(output, &state) { isFull = true }
    }
    if isFull { overrun(&state) }
    rearm(&state)
  }

  /// Whether there is room for more news.
  private func perform(_ output: SignallingSession.Output, _ state: inout State) -> Bool {
    switch output {
    case .send(let frame): connection.startSending(.text(frame.json.bytes()))
    case .settle(let ticket, let result): state.waiting.removeValue(forKey: ticket)?.settle(result)
    case .close:
      connection.startClosing(1000)
      alarm.finish()
    case .tell(.ended(let end)):
      feed.yield(.ended(end))
      feed.finish()
    case .tell(let news):
      // The last place is the end's.
      if case .enqueued(let room) = feed.yield(news) { return room > 1 }
    }
    return true
  }

  private func overrun(_ state: inout State) {
    let failure = ProviderFailure(
      .unavailable, executed: .maybe, operation: SignallingSession.operation,
      vendorMessage: Redacted(scrubbed: "more came than was read"))
    for output in state.session.take(.broken(failure), at: time.monotonicNanoseconds) { _ = perform(output, &state) }
  }

  private func rearm(_ state: inout State) {
    let deadline = state.session.nextDeadline
    guard deadline != state.armed else { return }
    state.armed = deadline
    alarm.yield(deadline)
  }
}
