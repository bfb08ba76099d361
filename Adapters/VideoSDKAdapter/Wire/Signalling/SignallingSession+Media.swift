import JSONCoding
import MeetingCore

/// Own microphone and camera. The service is told that something is published; nothing is sent.
extension SignallingSession {
  mutating func want(_ media: PeerMedia, _ isOn: Bool) {
    own[media, default: OwnTrack()].isWanted = isOn
    advance(media)
  }

  mutating func advanceAll() { for media in PeerMedia.allCases { advance(media) } }

  /// The next step towards what is wanted, when none is under way.
  private mutating func advance(_ media: PeerMedia) {
    guard phase == .joined, let track = own[media] else { return }
    switch track.stage {
    case .off where track.isWanted && !isGoingQuiet: start(media)
    case .on(let producer) where !track.isWanted:
      own[media]?.stage = .stopping(producer: producer)
      ask("closeProducer", ["producerId": .string(producer)], for: .closeProducer(media))
    case .off, .on, .starting, .stopping: break
    }
  }

  /// Whether a mode is asked for in which nothing is published: what would begin now comes too late for the service.
  private var isGoingQuiet: Bool {
    exchange.isWaiting { if case .mode(let mode, _) = $0 { !mode.publishes } else { false } }
  }

  private mutating func start(_ media: PeerMedia) {
    guard mode.publishes else {
      own[media]?.isWanted = false
      return tell(
        .mediaFailed(
          media,
          ProviderFailure(
            .forbidden, executed: .no, operation: "produce",
            vendorMessage: Redacted(scrubbed: "in the mode \(mode.rawValue) nothing is published"))))
    }
    guard let sendTransport else { return prepare() }
    own[media]?.stage = .starting
    ask(
      "produce", SignallingShapes.produce(media, on: sendTransport, capabilities: capabilities, random),
      for: .produce(media))
  }

  mutating func produced(_ media: PeerMedia, _ data: JSON) {
    guard let producer = data["id"]?.stringValue else {
      return produceFailed(
        media, ProviderFailure(.badResponse(pointer: "/data/id"), executed: .yes, operation: "produce"))
    }
    guard own[media]?.isWanted == true else {
      own[media]?.stage = .off
      tidy(producer: producer)
      return tell(.mediaWithdrawn(media))
    }
    own[media]?.stage = .on(producer: producer)
    tell(.streamOpened(stream(producer, media)))
  }

  mutating func produceFailed(_ media: PeerMedia, _ failure: ProviderFailure) {
    own[media] = OwnTrack()
    tell(.mediaFailed(media, failure))
  }

  mutating func failWanted(_ failure: ProviderFailure) {
    for media in PeerMedia.allCases where own[media]?.isWanted == true && own[media]?.stage == .off {
      produceFailed(media, failure)
    }
  }

  /// The service has let it go.
  mutating func stopped(_ media: PeerMedia) {
    guard case .stopping(let producer) = own[media]?.stage else { return }
    own[media]?.stage = .off
    tell(.streamClosed(stream(producer, media)))
    advance(media)
  }

  /// Off at once, whatever was wanted; the service hears of it without being waited for.
  mutating func cut(_ media: PeerMedia) {
    guard let track = own[media] else { return }
    own[media]?.isWanted = false
    guard case .on(let producer) = track.stage else { return }
    own[media]?.stage = .off
    tell(.streamClosed(stream(producer, media)))
    tidy(producer: producer)
  }

  /// Whoever may not publish any more publishes nothing.
  mutating func setOwn(_ mode: PeerMode) {
    guard self.mode != mode else { return }
    self.mode = mode
    if !mode.publishes { for media in PeerMedia.allCases { cut(media) } }
    tell(.modeChanged(peer: identity.peer, mode))
  }

  private func stream(_ producer: String, _ media: PeerMedia) -> SignallingStream {
    SignallingStream(id: producer, peer: identity.peer, media: media)
  }

  mutating func tidy(producer: String) {
    ask("closeProducer", ["producerId": .string(producer)], for: .tidying)
  }
}
