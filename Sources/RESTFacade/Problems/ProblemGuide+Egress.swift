import GatewayEngine
import MeetingCore

extension ProblemGuide {
  /// Codes of what leaves a room.
  static func egress(_ code: ErrorCode) -> Self? {
    switch code {
    case .alreadyRunning:
      Self(
        code,
        cases: [
          "The room is recorded in this mode already, or has its one broadcast or transcription of this kind.",
          "A broadcast to the same address and key runs already.",
          "An agent takes part as this person: no other agent can, and no join token is given for them.",
          "There is a call in the room: `existing_id` is its id, with which it can be hung up.",
          "It was started at the provider by somebody else; the room was read, and it is listed from now on.",
        ],
        remedy: "Use the one that `existing_id` names, or stop it first.",
        instance: roomPath + "/recordings", detail: "it runs already"
      ) { $0.existingID = "rec_01k2x8e3m4n5p6q7r8s9t0v1w2" }
    case .noActiveSession:
      Self(
        code,
        cases: [
          "The provider records, broadcasts or transcribes only while somebody is in the room, and nobody is.",
          "A call is reported of, or asked for something, and nobody is calling.",
        ],
        remedy: """
          Wait for the event `session.started`, or set `record_automatically`, with which the provider begins by itself.
          """,
        instance: roomPath + "/recordings", detail: "acme-main has nobody in the room (StartRecording)"
      ) {
        $0.provider = "acme-main"
        $0.providerKind = "acme"
      }
    default: nil
    }
  }
}
