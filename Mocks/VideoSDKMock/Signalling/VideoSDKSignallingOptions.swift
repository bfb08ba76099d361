/// What nobody has confirmed about the vendor's signalling, each a switch; the default is what is thought likelier or,
/// in doubt, the stricter. Every one is listed as assumed in the provenance.
package struct VideoSDKSignallingOptions: Sendable {
  /// How somebody hears that the connection is not wanted.
  package enum Refusal: Sendable {
    /// The connection opens, an `error` notification comes, and it closes.
    case onTheSocket
    /// The handshake is refused.
    case ofTheHandshake
  }

  /// When a forced mute takes effect.
  package enum Muting: Sendable {
    /// When the target's client has obeyed.
    case onceObeyed
    /// When it is asked for, whatever the target's client does.
    case atOnce
  }

  /// How the server ends somebody's stay.
  package enum Goodbye: Sendable {
    /// By the request `close`, which the client follows; the socket is closed a little later if it does not.
    case request
    /// By closing the socket.
    case socket
  }

  /// Where `peerClosed` and `close` carry the reason's number.
  package enum ReasonField: Sendable {
    case reasonCode
    case leaveReason
    /// Nowhere, as servers did for older clients.
    case none
  }

  /// How the time of a pubsub message is written.
  package enum Timestamp: Sendable {
    case iso8601
    /// Digits in a string.
    case milliseconds
  }

  package init() {}

  /// What the ICE servers of the bootstrap are hidden with; nil = something that no client knows.
  package var iceCipher: VideoSDKIceCipher?

  // MARK: Coming in

  /// A handshake that does not offer the subprotocol `protoo` is refused.
  package var requiresProtoo = true
  package var refusal = Refusal.onTheSocket
  /// Seconds of silence for somebody who connects to a room that does not exist, before the connection closes.
  package var unknownRoomSilenceSeconds = 20
  /// The bootstrap already refuses rooms that do not exist.
  package var bootstrapRefusesUnknownRooms = false
  /// `join` without a `requestEntry` before it is refused.
  package var joinNeedsEntry = true
  /// `join` of somebody who waits to be let in is answered once that is decided; otherwise it is refused.
  package var joinWaitsForEntry = true
  /// Who is only there for the signalling may join without transports.
  package var signallingOnlySkipsTransports = true
  /// Whoever joins is told whose microphones and cameras are on.
  package var joinTellsMediaStates = false

  // MARK: What is heard

  /// Who is only there for the signalling hears who speaks and who is muted.
  package var signallingOnlyHearsMedia = true
  /// A change of somebody's microphone or camera is told to them, too.
  package var ownMediaStateIsTold = true
  /// Modes are named as they were before there were three.
  package var usesFormerModeNames = false
  package var reasonField = ReasonField.reasonCode
  package var timestamp = Timestamp.iso8601
  /// The member that names the participant in `entryRequested`, `entryResponded`, `peerModeChanged` and `respondEntry`:
  /// `peerId`, or `id`.
  package var peerField = "peerId"
  /// Somebody's own message comes back although it was for others only.
  package var sendOnlyReachesSender = true

  // MARK: Acting on others

  /// The `errorCode` for whoever acts on others without `allow_mod`.
  package var moderationRefusalCode = 403
  /// Closing the room for everybody needs `allow_mod`.
  package var closingNeedsModeration = true
  /// The request that asks somebody to unmute: `enabledMic`, or `enableMic` as older cores have it.
  package var micRequest = "enabledMic"
  package var muting = Muting.onceObeyed
  /// Devices of the control plane do what `enablePeerMic` and `enablePeerWebcam` ask.
  package var devicesAcceptRequests = false

  // MARK: Going

  package var goodbye = Goodbye.request
  /// Seconds that a client has to follow `close`.
  package var closeGraceSeconds = 5
}
