import JSONCoding

/// Reads what the media server says. What is there must be right; what is unknown is passed over.
struct MediaReading {
  /// One frame.
  enum Message: Sendable, Hashable {
    case welcome(MediaStart)
    case event(MediaEvent)
    /// The answer to a request of ours; nil = done.
    case answer(request: Int64, MediaRefusal?)
    /// Something of tomorrow.
    case unknown
  }

  static func message(_ bytes: [UInt8]) throws(MediaFailure) -> Message {
    guard let json = try? JSON.parse(bytes, mode: .vendor), json.objectValue != nil else {
      throw .badMessage(pointer: "")
    }
    let frame = MediaField(json, "")
    switch try frame["type"].text {
    case "JoinResponse": return .welcome(try start(frame))
    case "UpdateMuteStatesResponse":
      let error = frame["error"].present
      let request = try frame["request_id"].integer
      guard let error else { return .answer(request: request, nil) }
      return .answer(request: request, try refusal(error))
    case let type: return try event(type, frame).map { .event($0) } ?? .unknown
    }
  }

  private static func event(_ type: String, _ frame: MediaField) throws(MediaFailure) -> MediaEvent? {
    switch type {
    case "ParticipantJoined": .participantJoined(try participant(frame["participant"]))
    case "ParticipantLeft": .participantLeft(try participant(frame["participant"]))
    case "ParticipantUpdated": .participantUpdated(try participant(frame["participant"]))
    case "TrackPublished", "TrackUnpublished": try trackEvent(frame, isPublished: type == "TrackPublished")
    case "AudioLevelChanged": .audioLevels(try frame["audio_levels"].items(level))
    case "DominantSpeakerChanged":
      .dominantSpeaker(userID: try frame["user_id"].text, sessionID: try frame["session_id"].text)
    case "ConnectionQualityChanged":
      .connectionQuality(
        userID: try frame["user_id"].text, sessionID: try frame["session_id"].text,
        quality: MediaQuality(rawValue: try frame["connection_quality"].text) ?? .unspecified)
    case "CallGrantsUpdated": .grantsUpdated(try grants(frame["current_grants"]))
    case "HealthCheckResponse": .counts(try counts(frame["participant_count"]))
    case "PinsChanged": .pins(try frame["pins"].items(pin))
    case "GoAway": .goAway(reason: try frame["reason"].text)
    case "CallEnded": .callEnded(MediaEndReason(name: try frame["reason"].text))
    case "Error": .error(try refusal(frame["error"]))
    default: nil
    }
  }

  /// nil for a track of a sort that this client does not know.
  private static func trackEvent(_ frame: MediaField, isPublished: Bool) throws(MediaFailure) -> MediaEvent? {
    let (user, session) = (try frame["user_id"].text, try frame["session_id"].text)
    guard let track = MediaTrack(rawValue: try frame["track_type"].text) else { return nil }
    if isPublished { return .trackPublished(userID: user, sessionID: session, track: track) }
    let cause = MediaMuteCause(name: try frame["cause"].present?.text ?? "")
    return .trackUnpublished(userID: user, sessionID: session, track: track, cause: cause)
  }

  // MARK: Objects

  private static func text(_ field: MediaField) throws(MediaFailure) -> String { try field.text }

  private static func start(_ frame: MediaField) throws(MediaFailure) -> MediaStart {
    let state = frame["call_state"]
    return MediaStart(
      participants: try state["participants"].items(participant),
      counts: try counts(state["participant_count"]), startedAt: try state["started_at"].time,
      pins: try state["pins"].items(pin), isReconnected: try frame["reconnected"].flag)
  }

  private static func participant(_ field: MediaField) throws(MediaFailure) -> MediaParticipant {
    MediaParticipant(
      userID: try field["user_id"].text, sessionID: try field["session_id"].text,
      name: try field["name"].present?.text, image: try field["image"].present?.text,
      roles: try field["roles"].items(text), joinedAt: try field["joined_at"].time,
      tracks: Set(try field["published_tracks"].items(text).compactMap(MediaTrack.init)),
      quality: MediaQuality(rawValue: try field["connection_quality"].text) ?? .unspecified,
      isSpeaking: try field["is_speaking"].flag, isDominantSpeaker: try field["is_dominant_speaker"].flag,
      audioLevel: try field["audio_level"].share)
  }

  private static func level(_ field: MediaField) throws(MediaFailure) -> MediaLevel {
    MediaLevel(
      userID: try field["user_id"].text, sessionID: try field["session_id"].text, level: try field["level"].share,
      isSpeaking: try field["is_speaking"].flag)
  }

  private static func grants(_ field: MediaField) throws(MediaFailure) -> MediaGrants {
    MediaGrants(
      audio: try field["can_publish_audio"].flag, video: try field["can_publish_video"].flag,
      screenShare: try field["can_screenshare"].flag)
  }

  private static func counts(_ field: MediaField) throws(MediaFailure) -> MediaCounts {
    MediaCounts(total: try field["total"].count, anonymous: try field["anonymous"].count)
  }

  private static func pin(_ field: MediaField) throws(MediaFailure) -> MediaPin {
    MediaPin(userID: try field["user_id"].text, sessionID: try field["session_id"].text)
  }

  private static func refusal(_ field: MediaField) throws(MediaFailure) -> MediaRefusal {
    MediaRefusal(
      code: try field["code"].text, message: try field["message"].text, mayRetry: try field["should_retry"].flag)
  }
}
