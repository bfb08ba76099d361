/// A meeting, as one participant takes part in it. Made by `VideoSDK.initMeeting`, which asks the service for nothing yet.
///
/// It is used as the vendor's SDK for iOS is: every method returns at once, and what comes of it is told to the listeners, one
/// after the other, on the `CallbackExecutor` that was chosen. What it says is as of the latest of these calls. Every method may
/// be called from any thread or task, also from within a listener's call.
///
/// No sound or picture is carried: the service and the others are told of a microphone that is on, and nothing is heard.
///
/// A meeting that nobody keeps any more is left.
public final class Meeting: Sendable {
  /// The room's id.
  public let id: String
  /// Access to topics and their messages.
  public let pubsub: PubSub
  let driver: MeetingDriver

  init(_ setUp: MeetingSetUp) {
    id = setUp.meetingID
    driver = MeetingDriver(setUp)
    pubsub = PubSub(driver)
  }

  deinit { driver.abandon() }

  /// As `pubsub`.
  public var pubSub: PubSub { pubsub }

  // MARK: Who is there

  /// Oneself: there from the beginning, joined or not.
  public var localParticipant: Participant { driver.local }

  /// Everybody else, by their ids: none before the meeting is joined and after it is left. The gateway's own seat is not there.
  public var participants: [String: Participant] {
    Dictionary(driver.others.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  /// Who speaks; nil = nobody.
  public var activeSpeakerId: String? { driver.speaker }

  // MARK: Coming and going

  /// Comes in: `onMeetingJoined`, or a state of `FAILED` and `onError`. Joining twice is told to be of no use (3055). A meeting
  /// that was left may be joined again.
  public func join() { driver.join() }

  /// Leaves: `onMeetingLeft`. To leave what is not joined is told to be of no use (3035).
  public func leave() { driver.leave() }

  /// Leaves, and returns when nothing is left of it: no task, no connection, and everybody told.
  public func leaveAndWait() async { await driver.leaveAndWait() }

  /// Ends the meeting for everybody. It needs a token with `allow_mod`.
  public func end() { driver.send(.closeRoom, failing: 3057) }

  /// Takes part in another way from now on: `onParticipantModeChanged`. Whoever does not publish any more has no microphone on.
  public func changeMode(_ mode: MeetingMode) { driver.changeMode(to: mode) }

  /// As the other, and returns when the service has answered.
  public func changeMode(_ mode: MeetingMode) async { await driver.changeModeAndWait(to: mode) }

  // MARK: One's own microphone and camera. They may be switched at any time, before joining and without a connection, too.

  public func muteMic() { driver.want(.audio, isOn: false) }
  public func unmuteMic() { driver.want(.audio, isOn: true) }
  public func enableWebcam() { driver.want(.video, isOn: true) }
  public func disableWebcam() { driver.want(.video, isOn: false) }
  public func enableScreenShare() { driver.want(.share, isOn: true) }
  public func disableScreenShare() { driver.want(.share, isOn: false) }

  // MARK: Listeners

  /// Adding somebody twice changes nothing. They are not kept alive.
  public func addEventListener(_ listener: any MeetingEventListener) { driver.listeners.add(listener) }

  /// Whoever is not there is not missed. A call that has begun elsewhere ends by itself.
  public func removeEventListener(_ listener: any MeetingEventListener) { driver.listeners.remove(listener) }

  public func removeAllEventListeners() { driver.listeners.removeAll() }
}
