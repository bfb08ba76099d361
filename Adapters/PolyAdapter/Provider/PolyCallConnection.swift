import Clocks
import MeetingCore
import StructuredLogging

/// One call at the vendor whose media is the caller's own: descriptions and candidates are passed on, in both dialects.
struct PolyCallConnection: CallConnecting {
  /// What the vendor tells, from either side of the driver, in the order in which it came.
  private enum Told: Sendable {
    case delivery(RelayedMedia.Delivery)
    case update(CallUpdate)
  }

  let provider: PolyProvider
  let offer: CallOffer

  func run(_ room: ProviderRoom, _ port: CallPort) async throws(CallFault) {
    let reading = CallFaultReading(account: provider.account)
    guard let network = provider.network else { throw reading.fault(CallFailure(.transport(.notConnected))) }
    let media = RelayedMedia(offer: offer.sdp.text, answersOffers: true)
    let (told, feed) = AsyncStream.makeStream(of: Told.self)
    let driver = CallDriver(
      CallMachine(
        provider.account, provider.random, isRelayed: true, ownCallID: VendorCallID.of(offer.id, in: room)),
      media: media, routing: AudioRouting(prefersSpeaker: true), network: network, time: provider.time,
      // The gateway writes down what it is told.
      log: Logger(sink: SilentSink()),
      listener: CallDriver.Listener(
        news: { feed.yield(.update($0)) }, audio: { _ in }, released: { feed.finish() }))
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask { for await delivery in media.deliveries { feed.yield(.delivery(delivery)) } }
        group.addTask { for await request in port.requests { Self.pass(request, to: media) } }
        group.addTask {
          // What it fails with is told as the call's status, too, unless it never began.
          do { try await driver.start() } catch { if driver.status == .idle { feed.finish() } }
        }
        await tell(told, media, port)
        group.cancelAll()
      }
    } onCancel: {
      driver.abandon()
    }
    await driver.end()
    if case .failed(let failure) = driver.status { throw reading.fault(failure) }
  }

  // MARK: To the vendor

  private static func pass(_ request: CallRequest, to media: RelayedMedia) {
    switch request {
    case .candidate(let candidate): media.report(.candidate(candidate))
    case .candidatesEnded: media.report(.candidate(ICECandidate("")))
    case .answer(let sdp): media.answer(sdp.text)
    case .media(let connection): media.report(event(connection))
    }
  }

  private static func event(_ connection: CallReport.Connection) -> CallMediaEvent {
    switch connection {
    case .connected: .connection(.connected)
    case .disconnected: .connection(.disconnected)
    case .failed: .connection(.failed)
    case .interrupted: .interruption(.endedStop)
    }
  }

  // MARK: From the vendor

  private func tell(_ told: AsyncStream<Told>, _ media: RelayedMedia, _ port: CallPort) async {
    var presence = AgentPresence()
    for await next in told {
      switch next {
      case .delivery(let delivery): await tell(delivery, media, port)
      case .update(let update): for news in presence.take(update) { await port.tell(.agent(news)) }
      }
    }
  }

  private func tell(_ delivery: RelayedMedia.Delivery, _ media: RelayedMedia, _ port: CallPort) async {
    switch delivery {
    case .answer(let sdp):
      await port.tell(.iceServers(media.servers))
      await port.tell(.answered(SessionText(sdp)))
      // The bridge's answer has all of its candidates.
      if provider.account.dialect == .bridge { await port.tell(.candidatesEnded) }
    case .candidate(let candidate):
      await port.tell(candidate.isEnd ? .candidatesEnded : .candidate(candidate))
    case .offer(let sdp): await port.tell(.offered(SessionText(sdp)))
    // The caller's side decides on its own sound, and knows of nobody else's.
    case .microphone, .agentAudio: break
    }
  }
}
