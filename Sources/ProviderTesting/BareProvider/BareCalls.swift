package import MeetingCore
import Synchronization

/// A vendor of calls in memory. A test says what it answers and when; what it was asked is noted.
package final class BareCalls: CallHosting, Sendable {
  /// One call as the vendor has it.
  package struct Line: Sendable {
    package let offer: CallOffer
    package var requests: [CallRequest] = []
    /// Whether its connection is over; hung up where the gateway ended it.
    package var isOver = false
    package var isHungUp = false
    fileprivate let tell: @Sendable (CallSignal) async -> Void
    fileprivate let close: AsyncStream<CallFault?>.Continuation
  }

  private struct State {
    var lines: [String: Line] = [:]
    var order: [String] = []
    var opening: [CallSignal]
    var fault: CallFault?
    var timers = CallTimers.none
    var servers: [ICEServer] = []
  }

  private let state = Mutex(State(opening: [.answered(SessionText(BareCalls.answer))]))

  package init() {}

  // MARK: What it does

  /// What every call is told at once.
  package func open(with signals: CallSignal...) { state.withLock { $0.opening = signals } }
  /// Every call fails before it is answered; nil = none.
  package func fail(with fault: CallFault?) { state.withLock { $0.fault = fault } }
  package func set(_ timers: CallTimers) { state.withLock { $0.timers = timers } }
  package func set(_ servers: [ICEServer]) { state.withLock { $0.servers = servers } }

  /// Tells something of a call; returns when it is taken.
  package func tell(_ signal: CallSignal, of call: String) async { await line(call)?.tell(signal) }
  /// Closes a call, with a fault or without.
  package func close(_ call: String, _ fault: CallFault? = nil) { line(call)?.close.yield(fault) }

  // MARK: What it was asked

  package func line(_ call: String) -> Line? { state.withLock { $0.lines[call] } }
  /// Ids of calls in the order in which they came.
  package var calls: [String] { state.withLock { $0.order } }
  /// Calls whose connection is there.
  package var openLines: Int { state.withLock { $0.lines.values.count { !$0.isOver } } }

  // MARK: As the gateway sees it

  package var timers: CallTimers { state.withLock { $0.timers } }

  package func iceServers(for caller: Person?, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> [ICEServer]
  { state.withLock { $0.servers } }

  package func connection(of call: CallOffer) -> any CallConnecting { BareLine(calls: self, offer: call) }

  fileprivate func begin(_ offer: CallOffer, _ port: CallPort, _ close: AsyncStream<CallFault?>.Continuation)
    -> (opening: [CallSignal], fault: CallFault?)
  {
    state.withLock { state in
      state.lines[offer.id] = Line(offer: offer, tell: port.tell, close: close)
      state.order.append(offer.id)
      return (state.opening, state.fault)
    }
  }

  fileprivate func note(_ request: CallRequest, _ call: String) {
    state.withLock { $0.lines[call]?.requests.append(request) }
  }

  fileprivate func over(_ call: String, isHungUp: Bool) {
    state.withLock { state in
      state.lines[call]?.isOver = true
      state.lines[call]?.isHungUp = isHungUp
    }
  }

  /// An answer to an offer of one part, whose words a search would find.
  package static let answer = """
    v=0\r
    o=- 7 2 IN IP4 127.0.0.1\r
    s=-\r
    t=0 0\r
    a=group:BUNDLE 0\r
    m=audio 9 UDP/TLS/RTP/SAVPF 111\r
    c=IN IP4 0.0.0.0\r
    a=mid:0\r
    a=ice-ufrag:vend\r
    a=ice-pwd:vendorpasswordvendorpassword\r
    a=fingerprint:sha-256 AA:BB\r
    a=setup:active\r
    a=sendrecv\r
    a=rtpmap:111 opus/48000/2\r

    """
}

/// One connection of such a call.
private struct BareLine: CallConnecting {
  let calls: BareCalls
  let offer: CallOffer

  func run(_ room: ProviderRoom, _ port: CallPort) async throws(CallFault) {
    let close = AsyncStream<CallFault?>.makeStream()
    let (opening, fault) = calls.begin(offer, port, close.continuation)
    if let fault {
      calls.over(offer.id, isHungUp: false)
      throw fault
    }
    for signal in opening { await port.tell(signal) }
    let ending = await withTaskGroup(of: CallFault??.self) { group in
      group.addTask {
        for await request in port.requests { calls.note(request, offer.id) }
        return .none
      }
      group.addTask {
        for await fault in close.stream { return .some(fault) }
        return .none
      }
      var ending: CallFault??
      while ending == nil, let next = await group.next() { ending = next }
      group.cancelAll()
      return ending
    }
    calls.over(offer.id, isHungUp: ending == nil)
    if case .some(.some(let fault)) = ending { throw fault }
  }
}
