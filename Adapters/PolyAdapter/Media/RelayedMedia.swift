import MeetingCore
import Synchronization

/// Media that somebody else has: their offer is handed to the vendor, and the vendor's answer and candidates are handed
/// back. Only they know whether it is connected, and perhaps never say so.
final class RelayedMedia: CallMedia {
  /// What goes to whoever has the media.
  enum Delivery: Sendable {
    case answer(String)
    case candidate(ICECandidate)
    /// The vendor's offer, to be answered by `answer(_:)`. Only the bridge dialect makes some.
    case offer(String)
    case microphone(isOn: Bool)
    case agentAudio(isOn: Bool)
  }

  private struct State {
    var servers: [ICEServer] = []
    var isClosed = false
    var waiting: CheckedContinuation<String, any Error>?

    mutating func takeWaiting() -> CheckedContinuation<String, any Error>? {
      defer { waiting = nil }
      return waiting
    }
  }

  let events: AsyncStream<CallMediaEvent>
  /// In order, for one reader; ends with the call.
  let deliveries: AsyncStream<Delivery>
  private let feed: AsyncStream<CallMediaEvent>.Continuation
  private let outlet: AsyncStream<Delivery>.Continuation
  private let offer: String
  private let answersOffers: Bool
  private let state = Mutex(State())

  /// `offer` is the one to hand on. `answersOffers`: whether its maker can answer offers of the vendor's.
  init(offer: String, answersOffers: Bool = false) {
    self.offer = offer
    self.answersOffers = answersOffers
    (events, feed) = AsyncStream.makeStream(of: CallMediaEvent.self)
    (deliveries, outlet) = AsyncStream.makeStream(of: Delivery.self)
  }

  // MARK: The side of whoever has the media

  /// Where the vendor's ICE servers are once the call is being offered.
  var servers: [ICEServer] { state.withLock { $0.servers } }

  /// A candidate of theirs, a report of theirs, …
  func report(_ event: CallMediaEvent) { feed.yield(event) }

  /// Their answer to the offer that was delivered last. False when nobody waits for one.
  @discardableResult
  func answer(_ sdp: String) -> Bool {
    guard let waiting = state.withLock({ $0.takeWaiting() }) else { return false }
    waiting.resume(returning: sdp)
    return true
  }

  // MARK: The call's side

  func makeOffer(_ servers: [ICEServer]) async throws -> String {
    guard SDPText(offer).hasAudio else { throw MediaProblem.noAudio }
    state.withLock { $0.servers = servers }
    return offer
  }

  func accept(answer: String) async throws {
    guard SDPText(answer).hasAudio else { throw MediaProblem.noAudio }
    outlet.yield(.answer(answer))
  }

  func add(_ candidate: ICECandidate) async throws { outlet.yield(.candidate(candidate)) }

  func answer(offer: String) async throws -> String {
    guard answersOffers else { throw MediaProblem.cannotAnswer }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isClosed = state.withLock { state in
          if state.isClosed || Task.isCancelled { return true }
          state.waiting = continuation
          return false
        }
        if isClosed { return continuation.resume(throwing: MediaProblem.closed) }
        outlet.yield(.offer(offer))
      }
    } onCancel: {
      state.withLock { $0.takeWaiting() }?.resume(throwing: CancellationError())
    }
  }

  func setMicrophone(isOn: Bool) { outlet.yield(.microphone(isOn: isOn)) }

  func setAgentAudio(isOn: Bool) { outlet.yield(.agentAudio(isOn: isOn)) }

  func close() async {
    let waiting = state.withLock { state in
      state.isClosed = true
      return state.takeWaiting()
    }
    waiting?.resume(throwing: MediaProblem.closed)
    feed.finish()
    outlet.finish()
  }
}
