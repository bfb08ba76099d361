import Cryptography
import JSONCoding
import Synchronization

/// The way to meetings, used as the vendor's SDK for iOS is: configure a token, make a meeting, join it.
public enum VideoSDK {
  private struct Configuration {
    var token: Secret?
    var options = VideoSDKOptions()
  }

  private static let configuration = Mutex(Configuration())

  /// The token of every meeting that is made from now on. It holds for the whole process, as with the vendor's SDK: a process
  /// with several users makes each meeting right after configuring its token, on one task.
  public static func config(token: String) {
    configuration.withLock { $0.token = token.isEmpty ? nil : Secret(token) }
  }

  /// How every meeting works that is made from now on, and where the service is: the vendor's own unless told otherwise.
  public static var options: VideoSDKOptions {
    get { configuration.withLock { $0.options } }
    set { configuration.withLock { $0.options = newValue } }
  }

  /// A meeting of the configured token's. Nothing is asked of the service, and nothing goes wrong here: a meeting without a token
  /// (the vendor's SDK stops the whole app for it), or with an id that makes no sense, tells so when it is joined, by a state of
  /// `FAILED` and `onError` with 4002, 4003, 4004 or 3073, naming the parameter.
  ///
  /// - Parameters:
  ///   - meetingId: The room's id.
  ///   - participantId: Empty = a random one. Somebody who joins with an id that is in the meeting pushes the other out.
  ///   - participantName: What the others see.
  ///   - micEnabled: Whether the microphone is on from the beginning.
  ///   - webcamEnabled: Whether the camera is; an audio room says `false`.
  ///   - mode: What the participant takes part in. Whoever does not publish has neither microphone nor camera on.
  ///   - multiStream: Of no effect: nothing is sent.
  ///   - signalingBaseUrl: Another host to ask for the meeting's server, or a whole URL; empty = as configured.
  ///   - metaData: What the others are to know; anything that JSON has words for.
  public static func initMeeting(
    meetingId: String, participantId: String = "", participantName: String = "Guest", micEnabled: Bool = true,
    webcamEnabled: Bool = true, mode: MeetingMode = .SEND_AND_RECV, multiStream: Bool = true,
    signalingBaseUrl: String = "", metaData: [String: Any] = [:]
  ) -> Meeting {
    let configuration = configuration.withLock { $0 }
    var options = configuration.options
    if !signalingBaseUrl.isEmpty { options.signalingBaseURL = signalingBaseUrl }
    return meeting(
      meetingId, as: participantId, named: participantName, token: configuration.token,
      publishing: (micEnabled ? [.audio] : [] as Set).union(webcamEnabled ? [.video] : []), mode: mode,
      metaData: metaData, options: options, surroundings: ClientSurroundings())
  }

  /// A meeting that depends on nothing that was configured.
  static func meeting(
    _ id: String, as participant: String, named name: String, token: Secret?, publishing: Set<PeerMedia>,
    mode: MeetingMode, metaData: [String: Any], options: VideoSDKOptions, surroundings: ClientSurroundings
  ) -> Meeting {
    var (attached, mistake): (JSON, VideoSDKError?) = ([:], nil)
    do { attached = try LooseValue.json(metaData, at: "metaData") } catch {
      mistake = .parameter(error.path, "cannot be written as JSON")
    }
    return Meeting(
      MeetingSetUp(
        meetingID: id, participantID: participant.isEmpty ? randomID(surroundings.random) : participant,
        displayName: name, mode: mode.wire, publishing: publishing, metaData: attached, token: token, options: options,
        surroundings: surroundings, mistake: mistake))
  }

  /// The configuration as it is now.
  static var configured: (token: Secret?, options: VideoSDKOptions) {
    configuration.withLock { ($0.token, $0.options) }
  }

  /// As the vendor's clients make them.
  private static func randomID(_ random: any RandomSource) -> String {
    let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    return String(decoding: random.bytes(8).map { characters[Int($0) % characters.count] }, as: UTF8.self)
  }
}
