import ClientSupport
import JSONCoding
import MeetingCore
import Synchronization

/// A room. Made by `StreamVideo.call`, the same object for the same address as long as it is in use.
///
/// `state` says how it is, and follows it once it was asked for (`get`, `create`, `join`). Every method may be called from
/// any task, and gives up when its task is cancelled.
public final class Call: Sendable {
  /// What decides settings and rights, e.g. `audio_room`.
  public let callType: String
  /// Chosen by the application; unique within the type.
  public let callId: String
  /// How the call is.
  public let state: CallState
  /// This client's own microphone in the call.
  public let microphone: MicrophoneManager

  /// A client lives as long as one of its calls does.
  private let client: StreamVideo
  let address: CallAddress
  let settings: CallMediaSettings?
  let seat: Seat
  let joining = SharedFlight<Void>("JoinCall")
  private let events = Broadcast<CallEvent>(keeping: CallEventStream<CallEvent>.kept)
  private let following = Mutex(Following())

  private struct Following {
    var isOn = false
    var isRefetching = false
    var isStale = false
  }

  var core: ClientCore { client.core }

  init(_ client: StreamVideo, _ address: CallAddress, _ settings: CallMediaSettings?) {
    self.client = client
    self.address = address
    self.settings = settings
    (callType, callId) = (address.type, address.id)
    state = CallState(me: client.user.id)
    seat = Seat(state)
    microphone = MicrophoneManager(seat, state)
  }

  /// Type and id: `audio_room:evening`.
  public var cId: String { address.cid }

  // MARK: Events

  /// What happens in the call, once it was asked for.
  public func subscribe() -> CallEventStream<CallEvent> { CallEventStream(events.observe()) }

  /// One kind of what happens in the call.
  public func subscribe<Event: CallEventReading>(for kind: Event.Type) -> CallEventStream<Event> {
    CallEventStream(events.observe())
  }

  /// The state changes first, so that whoever hears of the event sees what it did.
  func take(_ event: CallEvent) {
    let effects = state.change { $0.take(event: event.json) }
    microphone.follow(effects)
    if effects.contains(.refetch) { refetch() }
    if effects.contains(.out), !isOlder(event) { core.parts.work.start { await self.stand() } }
    events.tell(event)
  }

  /// Somebody sent out may be back before this way of telling has told it.
  private func isOlder(_ event: CallEvent) -> Bool {
    let own = state.snapshot.devices.first(where: \.isLocal)
    guard let joined = own?.joinedAt, let told = event.createdAt else { return false }
    return told <= joined
  }

  // MARK: Answers

  /// Whether the call is to be asked for again on a new connection.
  var isFollowed: Bool { following.withLock { $0.isOn } }

  /// Sends a request whose answer shows the call, and follows it from then on.
  @discardableResult
  func watch(_ request: StreamRequest) async throws(StreamVideoError) -> JSON {
    let before = following.withLock { following in
      defer { following.isOn = true }
      return following.isOn
    }
    state.change { $0.beginReading() }
    do throws(StreamVideoError) {
      let (answer, connection) = try await core.sendWatching(request)
      finishReading(answer)
      // Watched over a connection that is none any more.
      if connection != core.keeper.connection, core.keeper.connection != nil { refetch() }
      return answer
    } catch {
      finishReading(nil)
      following.withLock { $0.isOn = before }
      throw error
    }
  }

  /// Sends a request whose answer shows the call.
  @discardableResult
  func show(_ request: StreamRequest) async throws(StreamVideoError) -> JSON {
    state.change { $0.beginReading() }
    do throws(StreamVideoError) {
      let answer = try await core.send(request)
      finishReading(answer)
      return answer
    } catch {
      finishReading(nil)
      throw error
    }
  }

  /// nil = there is no answer.
  func finishReading(_ answer: JSON?) {
    let me = core.user.id
    state.change { reducer in
      reducer.me = me
      if let answer { reducer.finishReading(answer) } else { reducer.giveUpReading() }
    }
  }

  /// The call is a row of an answer that showed several; `told` came since that was asked for.
  func found(_ row: JSON, isFollowed: Bool, _ told: [JSON]) {
    if isFollowed { following.withLock { $0.isOn = true } }
    let me = core.user.id
    state.change { reducer in
      reducer.me = me
      reducer.show(row, then: told)
    }
  }

  /// Asks for the call again, once however many want it.
  func refetch() {
    let isUnderWay = following.withLock { following in
      defer { (following.isRefetching, following.isStale) = (true, following.isRefetching) }
      return following.isRefetching
    }
    if isUnderWay { return }
    let isStarted = core.parts.work.start { [weak self] in await self?.refetchUntilFresh() } != nil
    if !isStarted { following.withLock { $0.isRefetching = false } }
  }

  private func refetchUntilFresh() async {
    var isStale = true
    while isStale, !Task.isCancelled {
      following.withLock { $0.isStale = false }
      _ = try? await watch(.get(address, members: Self.memberLimit))
      isStale = following.withLock { following in
        if !following.isStale { following.isRefetching = false }
        return following.isStale
      }
    }
    following.withLock { $0.isRefetching = false }
  }

  static let memberLimit = 100

  /// The client is going: nothing is followed any more, and nobody waits for news.
  func forget() {
    following.withLock { $0 = Following() }
    events.finish()
    state.finish()
    microphone.finish()
  }

  var observerCount: Int { events.observerCount + state.observerCount }
}
