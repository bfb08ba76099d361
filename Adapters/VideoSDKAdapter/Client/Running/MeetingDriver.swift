import ClientSupport
import JSONCoding
import MeetingCore
import Synchronization

/// Moves a meeting: keeps its connection, shows what comes, and does what the app asks for.
///
/// What is shown changes where the listeners are called and just before they are, so that each of them sees the state that it
/// is told of.
final class MeetingDriver: Sendable {
  enum Phase: Sendable {
    case idle
    case connecting
    case joined
    case reconnecting
  }

  struct State {
    var phase = Phase.idle
    var socket: SignallingSocket?
    var run: Int?
    var isLeaving = false
    /// Whether a connection of this stay was in the room before.
    var wasIn = false
    var mode: PeerMode
    /// Own microphone and camera as the app wants them.
    var wants: Set<PeerMedia>
    var picture: MeetingPicture
    var seen = SeenMessages()
  }

  let setUp: MeetingSetUp
  let local: Participant
  let listeners = ListenerList<WeakMeetingListener>()
  let topics = TopicBook()
  let queue: CallbackQueue
  let work = BackgroundWork()
  let network: ClientNetwork
  let state: Mutex<State>

  init(_ setUp: MeetingSetUp) {
    self.setUp = setUp
    queue = CallbackQueue(setUp.options.callbacks)
    network = ClientNetwork(
      setUp.surroundings.network.map { .init(transport: $0.transport, sockets: $0.sockets) })
    let link = DriverLink()
    let me = SignallingPeer(
      id: setUp.participantID, displayName: setUp.displayName, mode: setUp.mode, metaData: setUp.metaData)
    local = Participant(me, link, isLocal: true)
    state = Mutex(
      State(
        mode: setUp.mode, wants: setUp.mode.publishes ? setUp.publishing : [],
        picture: MeetingPicture(local, link)))
    link.connect(self)
  }

  var others: [Participant] { state.withLock { $0.picture.others } }
  var speaker: String? { state.withLock { $0.picture.speaker } }

  // MARK: What the app asks for

  /// Does nothing but tell when it makes no sense.
  func join() {
    let error: VideoSDKError? = state.withLock { state in
      guard state.phase == .idle else { return .already("joined") }
      guard setUp.fault == nil else { return nil }
      (state.phase, state.isLeaving) = (.connecting, false)
      state.run = work.start { await self.live() }
      return nil
    }
    if let error { return report(error) }
    if let fault = setUp.fault { queue.enqueue { self.tellFailure(fault) } }
  }

  func leave() {
    let error: VideoSDKError? = state.withLock { state in
      guard state.phase != .idle else { return .notJoined }
      guard !state.isLeaving else { return .already("leaving") }
      state.isLeaving = true
      if let socket = state.socket { socket.leave() } else { state.run.map(work.cancel) }
      return nil
    }
    if let error { report(error) }
  }

  /// Leaves where there is something to leave, and returns when nothing is left of it.
  func leaveAndWait() async {
    let (run, isLeaving) = state.withLock { ($0.run, $0.isLeaving) }
    guard let run else { return }
    if !isLeaving { leave() }
    await work.end(run)
  }

  /// Nobody uses the meeting any more.
  func abandon() { work.cancel() }

  /// The device's own switches are taken at any time, also while there is no connection.
  func want(_ media: PeerMedia, isOn: Bool) {
    state.withLock { state in
      if isOn { state.wants.insert(media) } else { state.wants.remove(media) }
      state.socket?.publish(media, isOn: isOn)
    }
  }

  /// Asks the service; what it refuses is told, with this number where it has none of its own.
  func send(_ request: SignallingRequest, failing code: Int) {
    withSocket { socket in
      socket.send(request) { [weak self] in self?.tell($0, failing: code) }
    }
  }

  func changeMode(to mode: MeetingMode) {
    withSocket { socket in
      socket.changeMode(to: mode.wire) { [weak self] in self?.tell($0, failing: 0) }
    }
  }

  /// As `changeMode`, and returns when it is done, or why it is not was told.
  func changeModeAndWait(to mode: MeetingMode) async {
    let socket = state.withLock { $0.phase == .joined ? $0.socket : nil }
    guard let socket else { return changeMode(to: mode) }
    do { try await socket.changeMode(to: mode.wire) } catch { tell(.failure(error), failing: 0) }
  }

  /// What asks the service needs somebody who is in.
  func withSocket(_ body: (SignallingSocket) -> Void) {
    let error: VideoSDKError? = state.withLock { state in
      if state.phase == .joined, let socket = state.socket {
        body(socket)
        return nil
      }
      return state.phase == .reconnecting ? .reconnecting : .notJoined
    }
    if let error { report(error) }
  }

  private func tell(_ result: Result<JSON, ProviderFailure>, failing code: Int) {
    // A connection that ends under a request is told as such.
    guard case .failure(let failure) = result, failure.reason != .cancelled else { return }
    report(VideoSDKError(failure, code: code == 0 ? nil : code))
  }

  // MARK: Telling

  func report(_ error: VideoSDKError) { queue.enqueue { self.listeners.call { $0.onError(error: error) } } }

  func tell(_ state: MeetingState) { listeners.call { $0.onMeetingStateChanged(meetingState: state) } }

  /// Where the listeners are called.
  private func tellFailure(_ error: VideoSDKError) {
    tell(.CONNECTING)
    tell(.FAILED)
    listeners.call { $0.onError(error: error) }
  }

  /// Where the listeners are called.
  func perform(_ calls: [MeetingCallback]) {
    for call in calls { perform(call) }
  }

  private func perform(_ call: MeetingCallback) {
    switch call {
    case .meeting(let body): listeners.call(body)
    case .participant(let participant, let body): participant.listeners.call(body)
    case .forget(let participant): participant.listeners.removeAll()
    case .message(let message): deliver(message)
    case .unwanted(let media): state.withLock { _ = $0.wants.remove(media) }
    case .asked(let media, let peer): ask(media, peer)
    case .entryRequested(let peer, let name):
      let decide = { [weak self] (isLetIn: Bool) -> Void in
        self?.send(.respond(to: peer, isLetIn: isLetIn), failing: 0)
      }
      listeners.call { $0.onEntryRequested(id: peer, name: name, allow: { decide(true) }, deny: { decide(false) }) }
    }
  }

  /// Rejecting is nothing that anybody is told of.
  private func ask(_ media: PeerMedia, _ peer: String?) {
    let accept = { [weak self] () -> Void in self?.want(media, isOn: true) }
    listeners.call { listener in
      if media == .audio {
        listener.onMicRequested(participantId: peer, accept: accept, reject: {})
      } else {
        listener.onWebcamRequested(participantId: peer, accept: accept, reject: {})
      }
    }
  }
}
