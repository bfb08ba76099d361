import MeetingCore
import Synchronization

/// A call that a behaviour runs at the provider: what it was told, and how it ended.
final class CallLine: Sendable {
  private struct State {
    var signals: [CallSignal] = []
    var ending: Result<Void, CallFault>?
  }

  private let state = Mutex(State())
  private let requests: AsyncStream<CallRequest>
  private let feed: AsyncStream<CallRequest>.Continuation

  init() { (requests, feed) = AsyncStream.makeStream() }

  var signals: [CallSignal] { state.withLock { $0.signals } }
  /// nil while it goes on.
  var ending: Result<Void, CallFault>? { state.withLock { $0.ending } }

  var isAnswered: Bool { signals.contains { if case .answered = $0 { true } else { false } } }

  func ask(_ request: CallRequest) { feed.yield(request) }

  /// Returns when it is over; cancelling hangs up.
  func run(_ connection: any CallConnecting, in room: ProviderRoom) async {
    let port = CallPort(requests: requests) { signal in self.state.withLock { $0.signals.append(signal) } }
    let ending: Result<Void, CallFault>
    do throws(CallFault) {
      try await connection.run(room, port)
      ending = .success(())
    } catch { ending = .failure(error) }
    feed.finish()
    state.withLock { $0.ending = ending }
  }

  /// A caller's description of one audio part, without candidates.
  static let offer = """
    v=0\r
    o=- 4611 1 IN IP4 127.0.0.1\r
    s=-\r
    t=0 0\r
    a=group:BUNDLE 0\r
    m=audio 9 UDP/TLS/RTP/SAVPF 111\r
    c=IN IP4 0.0.0.0\r
    a=mid:0\r
    a=ice-ufrag:call\r
    a=ice-pwd:callerpasswordcallerpassword\r
    a=ice-options:trickle\r
    a=fingerprint:sha-256 \(Array(repeating: "AB", count: 32).joined(separator: ":"))\r
    a=setup:actpass\r
    a=rtcp-mux\r
    a=sendrecv\r
    a=rtpmap:111 opus/48000/2\r
    a=fmtp:111 minptime=10;useinbandfec=1\r

    """

  static func candidate(_ number: Int) -> ICECandidate {
    ICECandidate(
      "candidate:\(number) 1 udp 2130706431 192.0.2.\(number) 50000 typ host", mid: "0", mediaLine: 0)
  }
}
