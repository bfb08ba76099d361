import ClientSupport
import Clocks
import Cryptography
import StructuredLogging
import Synchronization

/// Carries out what a call's machine decides: over HTTP, sockets and the call's media, in the order in which it is
/// decided.
///
/// Good for one call. Everything that runs for it is known, and gone when `end` returns; a call that failed or was hung
/// up by the vendor cleans up by itself.
final class CallDriver: Sendable {
  /// Gets what happens, in order, one at a time. Must return at once.
  struct Listener: Sendable {
    let news: @Sendable (CallUpdate) -> Void
    let audio: @Sendable (AudioState) -> Void
    /// Everything is released: nothing comes any more.
    let released: @Sendable () -> Void
  }

  struct State {
    var machine: CallMachine
    var routing: AudioRouting
    var parts: ClientNetwork.Parts?
    var effects: [CallMachine.Effect] = []
    var isPumping = false
    var armed: Int64?
    var request: (id: Int, work: Int?)?
    var openings: [SocketKey: Int] = [:]
    var lines: [SocketKey: CallLine] = [:]
    var starter: CheckedContinuation<CallFailure?, Never>?
    var enders: [CheckedContinuation<Void, Never>] = []
    var isReleased = false
  }

  let media: (any CallMedia)?
  let network: CallNetwork
  let time: any TimeSource
  let log: Logger
  let listener: Listener
  let work = BackgroundWork()
  let steps: AsyncStream<MediaStep>
  let nextStep: AsyncStream<MediaStep>.Continuation
  private let alarms: AsyncStream<Int64?>
  private let alarm: AsyncStream<Int64?>.Continuation
  let state: Mutex<State>

  /// `media` nil: the call fails when it is started.
  init(
    _ machine: CallMachine, media: (any CallMedia)?, routing: AudioRouting, network: CallNetwork,
    time: any TimeSource, log: Logger, listener: Listener
  ) {
    self.media = media
    self.network = network
    self.time = time
    self.log = log
    self.listener = listener
    (steps, nextStep) = AsyncStream.makeStream(of: MediaStep.self)
    (alarms, alarm) = AsyncStream.makeStream(of: Int64?.self, bufferingPolicy: .bufferingNewest(1))
    state = Mutex(State(machine: machine, routing: routing))
  }

  // MARK: What its user sees

  var status: CallStatus { state.withLock { $0.machine.status } }
  var isMuted: Bool { state.withLock { $0.machine.isMuted } }
  var audioState: AudioState { state.withLock { $0.routing.state } }
  /// Tasks that run for it.
  var taskCount: Int { work.count }
  /// Sockets that are open for it.
  var socketCount: Int { state.withLock { $0.lines.count } }

  /// Returns when the offer is on its way: connecting goes on from there. Throws what the call then fails with, too.
  /// Does nothing while the call is active; a call that is over is not started again. Cancelling ends the call.
  func start() async throws(CallFailure) {
    if Task.isCancelled { throw CallMachine.early }
    let failure = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in begin(continuation) }
    } onCancel: {
      take(.end)
    }
    if let failure { throw failure }
  }

  /// Hangs up, whatever the call is at, and returns when everything of it is released. Not cut short by cancellation.
  func end() async { await over(.end) }

  /// Leaves without hanging up: the vendor may go on for a while.
  func detach() async { await over(.detach) }

  /// Hangs up without waiting.
  func abandon() { take(.end) }

  func mute(_ isMuted: Bool) { take(.mute(isMuted)) }

  /// Where the call is to sound; nil = wherever is best. It does once the audio state says so.
  func select(_ device: AudioDevice?) {
    state.withLock { $0.routing.select(device, at: time.monotonicNanoseconds) }
    rearm()
  }

  // MARK: Its life

  private func begin(_ continuation: CheckedContinuation<CallFailure?, Never>) {
    if let answer = state.withLock({ Self.refusal($0) }) { return continuation.resume(returning: answer) }
    // Before anything is to be sent.
    let parts = try? network.acquire()
    let isMine = state.withLock { state -> Bool? in
      // Somebody else may have started it meanwhile.
      guard state.machine.status == .idle else { return nil }
      (state.parts, state.starter) = (parts, continuation)
      return queue(.start, &state)
    }
    guard let isMine else {
      continuation.resume(returning: state.withLock { Self.refusal($0) } ?? nil)
      return giveBack(parts)
    }
    launch()
    if isMine { pump() }
    if parts == nil { take(.unable(.transport(.networkError("the machine gives no sockets")))) }
    // It may have been cancelled before there was anything to end.
    if Task.isCancelled { take(.end) }
  }

  /// What a start is answered that finds the call started: nothing is wrong as long as it is active.
  private static func refusal(_ state: State) -> CallFailure?? {
    switch state.machine.status {
    case .idle: .none
    case .connecting, .connected: .some(nil)
    case .ended, .failed: .some(CallMachine.used)
    }
  }

  private func giveBack(_ parts: ClientNetwork.Parts?) {
    guard parts != nil else { return }
    Task { await network.release() }
  }

  private func launch() {
    work.start { await self.keepTime() }
    guard let media else { return }
    work.start { for await event in media.events { self.heard(event) } }
    work.start { for await step in self.steps { await self.perform(step, media) } }
  }

  private func over(_ input: CallMachine.Input) async {
    take(input)
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isReleased || state.machine.status == .idle { return true }
        state.enders.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  // MARK: The machine

  /// Whoever finds nobody at it carries out what is to be done, also what others bring meanwhile: so it stays in order,
  /// and nobody else's code is called under the lock.
  func take(_ input: CallMachine.Input) {
    if state.withLock({ queue(input, &$0) }) { pump() }
  }

  private func queue(_ input: CallMachine.Input, _ state: inout State) -> Bool {
    state.effects += state.machine.take(input, at: time.monotonicNanoseconds)
    defer { state.isPumping = true }
    return !state.isPumping
  }

  private func pump() {
    while let effect = state.withLock({ Self.next(&$0) }) { perform(effect) }
    rearm()
  }

  private static func next(_ state: inout State) -> CallMachine.Effect? {
    if state.effects.isEmpty {
      state.isPumping = false
      return nil
    }
    return state.effects.removeFirst()
  }

  // MARK: Time

  private func rearm() {
    state.withLock { state in
      let deadline = [state.machine.nextDeadline, state.routing.nextDeadline].compactMap { $0 }.min()
      guard deadline != state.armed else { return }
      state.armed = deadline
      alarm.yield(deadline)
    }
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
          self.timePassed()
        }
      }
    }
    sleeper?.cancel()
    await sleeper?.value
  }

  /// Does what is due by now.
  func timePassed() {
    let audio = state.withLock { state in
      // Whatever the next deadline is, it is waited for anew.
      state.armed = nil
      return state.routing.expire(at: time.monotonicNanoseconds)
    }
    if let audio { listener.audio(audio) }
    take(.time)
  }

  // MARK: The media

  private func heard(_ event: CallMediaEvent) {
    if case .accessories(let devices) = event {
      if let audio = state.withLock({ $0.routing.plug(devices) }) { listener.audio(audio) }
    }
    take(.media(event))
  }

  private func perform(_ step: MediaStep, _ media: any CallMedia) async {
    do {
      switch step {
      case .makeOffer(let servers): take(.negotiated(.offer(.success(try await media.makeOffer(servers)))))
      case .accept(let answer):
        try await media.accept(answer: answer)
        take(.negotiated(.accepted(nil)))
      case .add(let candidate):
        try await media.add(candidate)
        take(.negotiated(.added(nil)))
      case .answer(let offer): take(.negotiated(.answer(.success(try await media.answer(offer: offer)))))
      }
    } catch {
      take(.negotiated(Self.failed(step, MediaTrouble(words: "\(error)"))))
    }
  }

  private static func failed(_ step: MediaStep, _ trouble: MediaTrouble) -> MediaResult {
    switch step {
    case .makeOffer: .offer(.failure(trouble))
    case .accept: .accepted(trouble)
    case .add: .added(trouble)
    case .answer: .answer(.failure(trouble))
    }
  }
}
