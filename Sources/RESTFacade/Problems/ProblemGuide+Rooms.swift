import GatewayEngine
import MeetingCore

extension ProblemGuide {
  /// What the state of the room does not allow.
  static func room(_ code: ErrorCode) -> Self? { admission(code) ?? existence(code) ?? choice(code) }

  private static func admission(_ code: ErrorCode) -> Self? {
    let path = roomPath + "/join-tokens"
    return switch code {
    case .banned:
      Self(
        code,
        cases: [
          "A join token or client token is asked for somebody who is banned.",
          "Somebody banned uses a client token that they got before.",
        ],
        remedy: "Nothing, or lift the ban: `DELETE /v1/rooms/{room}/bans/{external_id}`.",
        instance: path, detail: "this person is banned from the room")
    case .roomLocked:
      Self(
        code,
        cases: ["The room is locked, and the person is no host or co-host and was not connected in the last minute."],
        remedy: "Let the person wait, or `POST …/unlock`.",
        instance: path, detail: "the room is locked: nobody new comes in")
    case .roomInBackstage:
      Self(
        code,
        cases: [
          "A listener, or a speaker where the provider keeps speakers out too, asks for a join token before go-live.",
          "The room was sent back to backstage with stop-live.",
        ],
        remedy: """
          Let the app wait: give it a client token, which is given in backstage too, follow `room.went_live`, and ask \
          for the join token then. `opens_at` is when the room opens by itself, or null.
          """,
        instance: path, detail: "the room is in backstage: its audience comes in when it goes live")
    case .notAMember:
      Self(
        code, cases: ["The room has `access: members`, and the person is neither the host nor a member."],
        remedy: "Name members when the room is made, or add them with `POST …/members`.",
        instance: path, detail: "only members may come in")
    case .roomFull:
      Self(
        code,
        cases: [
          "`max_participants` connections are open. Hosts and co-hosts, and people inside, still get in.",
          "Where the gateway keeps the limit, whoever comes with an older token and is one too many is removed again.",
        ],
        remedy: "Wait for `participant.left`, or raise `settings.max_participants`.",
        instance: path, detail: "the room is full")
    default: nil
    }
  }

  private static func existence(_ code: ErrorCode) -> Self? {
    switch code {
    case .participantLeft:
      Self(
        code,
        cases: [
          "A connection is given another role, or recorded alone, that has left.",
          "An agent is changed that has left or failed.",
        ],
        remedy: """
          Use the person's newest connection (`GET …/participants`), or `PATCH …/people/{external_id}`, which holds whether they are \
          there or not. Start another agent.
          """,
        instance: roomPath + "/participants/par_01k2x8e3", detail: "the participant has left")
    case .requestClosed:
      Self(
        code,
        cases: [
          "A permission request is granted or rejected that was decided before, e.g. by another host at the same time.",
          "The person has lowered their hand or left, or the room has ended: the request was cancelled or has expired.",
        ],
        remedy: """

          Read it again: `GET …/permission-requests?external_id=…`; `detail` says what became of it. To give the \
          permission all the same, `PATCH …/permissions/{external_id}`.
          """,
        instance: roomPath + "/permission-requests/prq_01k2x8e3/grant", detail: "the request is expired already")
    case .roomEnded:
      Self(
        code,
        cases: ["Anything but reading is asked of a room that has ended. Ending it again is no error."],
        remedy: "Create another room; the `external_id` is free again.",
        instance: roomPath + "/go-live", detail: "the room has ended")
    case .roomExistsWithOtherParameters:
      Self(
        code,
        cases: ["A room that has not ended has this `external_id` and was created with another body."],
        remedy: """
          `errors` names what differs. Use the room that `existing_id` names, change it with `PATCH`, or take another `external_id`. An equal body \
          would have answered 200 with the room.
          """,
        instance: "/v1/rooms",
        detail: "a room with this external_id exists and was created with other parameters"
      ) {
        $0.existingID = exampleRoom
        $0.issues = [FieldIssue(pointer: "/title", code: "differs", message: "is not as the room was created")]
      }
    case .conflict:
      Self(
        code,
        cases: [
          "Two requests create a room with the same `external_id` at once, and the first has not ended.",
          "A recording, broadcast or transcription is started while the one before is still stopping.",
          "A recording is deleted that is not over yet.",
        ],
        remedy:
          "Wait as long as `Retry-After` says and repeat the request; a create then answers with the room that is there.",
        instance: "/v1/rooms", detail: "a room with this external_id is just being created"
      ) { $0.retryAfterSeconds = 1 }
    default: nil
    }
  }

  private static func choice(_ code: ErrorCode) -> Self? {
    switch code {
    case .capabilityUnsupported:
      Self(
        code,
        cases: [
          "The room's provider lacks what the route needs: `capability` names it.",
          "The route is part of the API and no provider has it yet.",
          "A create names a `provider` that lacks the kind of room or one of `required_capabilities`.",
          "A setting that nobody keeps at the provider is asked for: `errors` names it.",
          "A role or permission is to change while the person is connected, and the provider has no way to tell them.",
        ],
        remedy: """
          Ask first: `GET /v1/providers/{name}/capabilities`. `alternatives` names accounts that have it; a room does \
          not move, so it must be named when the room is made, best with `required_capabilities`.
          """,
        instance: roomPath + "/recordings", detail: "acme-main cannot do this: recording"
      ) {
        $0.capability = .recording
        $0.provider = "acme-main"
        $0.providerKind = "acme"
      }
    case .clientCannotJoin:
      Self(
        code,
        cases: ["`client.kinds`, or `client_kinds` of a create with a named provider, lacks the provider's kind."],
        remedy:
          "Ship the SDK of `required_kind`, or create rooms with `client_kinds`, which then chooses the provider.",
        instance: roomPath + "/join-tokens", detail: "the client does not carry the SDK of the room's provider"
      ) {
        $0.requiredKind = "acme"
        $0.provider = "acme-main"
        $0.providerKind = "acme"
      }
    case .noProviderFits:
      Self(
        code,
        cases: [
          "No account that the routes allow has this kind of room, the required capabilities and a client kind.",
          "None of them keeps all the settings that the room asks for.",
        ],
        remedy: "Ask for less, or configure an account or route that fits. `switchboard providers` shows who can what.",
        instance: "/v1/rooms", detail: "no configured provider has this kind of room with what is required")
    default: nil
    }
  }
}
