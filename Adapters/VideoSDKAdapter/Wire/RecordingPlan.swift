import JSONCoding
import MeetingCore

/// What is recorded: a room, one person, or one track of one person. The service never records everybody's apart.
struct RecordingPlan: Sendable {
  private enum Subject: Sendable {
    case room(JSONObject)
    case person(String)
    case track(String, kind: String)
  }

  private let subject: Subject

  /// Throws `.invalid` where somebody must be named and nobody is.
  init(_ mode: RecordingMode, audioOnly: Bool?, participant: String?, in kind: RoomKind) throws(ProviderFailure) {
    switch (mode, participant) {
    case (.room, nil): subject = .room(Composition.config(kind, audioOnly: audioOnly))
    case (.participant, let participant?): subject = .person(participant)
    case (.track, let participant?):
      subject = .track(participant, kind: audioOnly ?? true ? "audio" : "video")
    default: throw ProviderFailure(.invalid, executed: .no, operation: "recordings.start")
    }
  }

  func start(in room: String) -> VideoSDKRequest {
    switch subject {
    case .room(let config): .startRecording(room, config: config)
    case .person(let id): .startRecording(of: id, in: room, format: "mp4")
    case .track(let id, let kind): .startTrackRecording(of: id, kind: kind, in: room)
    }
  }

  func stop(in room: String) -> VideoSDKRequest {
    switch subject {
    case .room: .stopRecording(room)
    case .person(let id): .stopRecording(of: id, in: room)
    case .track(let id, let kind): .stopTrackRecording(of: id, kind: kind, in: room)
    }
  }
}
