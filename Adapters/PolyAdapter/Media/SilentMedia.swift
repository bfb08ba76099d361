import Cryptography
public import MeetingCore
import Synchronization

/// Media without sound: whole descriptions and a candidate that leads nowhere, for everything that is about calls and
/// not about what is heard in them. The vendor answers a description before a single packet is sent, so that a call
/// with this media comes as far as to be answered. Whether it is connected is whatever is said here.
public final class SilentMedia: CallMedia {
  private struct State {
    var description: SilentDescription?
    var isClosed = false
    var isAccepted = false
    var isMicrophoneOn = true
    var isAgentHeard = true
    var candidates: [ICECandidate] = []
    var servers: [ICEServer] = []
  }

  public let events: AsyncStream<CallMediaEvent>
  private let feed: AsyncStream<CallMediaEvent>.Continuation
  private let connectsByItself: Bool
  private let random: any RandomSource
  private let state = Mutex(State())

  /// - Parameter connectsByItself: Whether it says that it is connected as soon as the vendor has answered.
  public convenience init(connectsByItself: Bool = true) {
    self.init(connectsByItself: connectsByItself, random: SystemRandom())
  }

  init(connectsByItself: Bool, random: any RandomSource) {
    self.connectsByItself = connectsByItself
    self.random = random
    (events, feed) = AsyncStream.makeStream(of: CallMediaEvent.self)
  }

  // MARK: For whoever plays the other end

  /// Says that something happened.
  public func report(_ event: CallMediaEvent) { feed.yield(event) }

  public var isMicrophoneOn: Bool { state.withLock { $0.isMicrophoneOn } }
  public var isAgentHeard: Bool { state.withLock { $0.isAgentHeard } }
  public var isClosed: Bool { state.withLock { $0.isClosed } }
  /// Whether the vendor's answer was taken.
  public var isAccepted: Bool { state.withLock { $0.isAccepted } }
  /// What the vendor told, in the order in which it was taken.
  public var remoteCandidates: [ICECandidate] { state.withLock { $0.candidates } }
  /// What it was to find its way with.
  public var servers: [ICEServer] { state.withLock { $0.servers } }

  // MARK: The call's side

  public func makeOffer(_ servers: [ICEServer]) async throws -> String {
    let description = SilentDescription(random)
    try state.withLock { state in
      if state.isClosed { throw MediaProblem.closed }
      state.description = description
      state.servers = servers
    }
    report(.candidate(candidate(of: description)))
    report(.candidate(ICECandidate("")))
    return description.offer
  }

  public func accept(answer: String) async throws {
    guard SDPText(answer).hasAudio else { throw MediaProblem.noAudio }
    try state.withLock { state in
      if state.isClosed { throw MediaProblem.closed }
      state.isAccepted = true
    }
    if connectsByItself { report(.connection(.connected)) }
  }

  public func add(_ candidate: ICECandidate) async throws {
    try state.withLock { state in
      if state.isClosed { throw MediaProblem.closed }
      state.candidates.append(candidate)
    }
  }

  public func answer(offer: String) async throws -> String {
    let offered = SDPText(offer)
    guard offered.hasAudio else { throw MediaProblem.noAudio }
    guard let description = state.withLock({ $0.isClosed ? nil : $0.description }) else { throw MediaProblem.closed }
    return description.answer(to: offered)
  }

  public func setMicrophone(isOn: Bool) { state.withLock { $0.isMicrophoneOn = isOn } }

  public func setAgentAudio(isOn: Bool) { state.withLock { $0.isAgentHeard = isOn } }

  public func close() async {
    state.withLock { $0.isClosed = true }
    feed.finish()
  }

  private func candidate(of description: SilentDescription) -> ICECandidate {
    ICECandidate(
      "candidate:1 1 udp 2130706431 127.0.0.1 9 typ host generation 0 ufrag \(description.fragment)",
      mid: "0", mediaLine: 0)
  }
}
