import JSONCoding
import MeetingCore

extension Components {
  private static let members: KeyValuePairs<String, JSON> = [
    "id": Schema.id("prq_"), "person": Schema.reference("Person"),
    "permissions": Schema.list(Schema.choice(of: Permission.self)),
    "state": Schema.choice(of: PermissionRequest.State.self),
    "source": Schema.choice(["webhook", "socket", "reconcile", "api"]), "created_at": Schema.time,
    "decided_at": Schema.nullable(Schema.time), "decided_by": Schema.nullable(Schema.externalID),
  ]

  private static let allowed = Schema.described(
    Schema.nullable(Schema.boolean), "Null where rooms of this kind have no such thing.")
  private static let change = Schema.described(Schema.nullable(Schema.boolean), "Null or absent changes nothing.")

  private static let answered: KeyValuePairs<String, JSON> = [
    "send_audio": allowed, "send_video": allowed, "share_screen": allowed,
  ]

  /// Raised hands, and what people may publish.
  static let permissions: KeyValuePairs<String, JSON> = [
    "PermissionRequest": Schema.answer(members),
    "PermissionRequestPage": Schema.page(of: "PermissionRequest"),
    "PermissionRequestCreate": Schema.request(
      [
        "person": Schema.described(
          Schema.nullable(Schema.reference("PersonInput")), "Whose hand it is. Not needed with a client token."),
        "permissions": Schema.choices(of: Permission.self, minimum: 1),
      ], required: ["permissions"]),
    "PermissionDecision": Schema.answer(outcome, members),
    "Permissions": Schema.answer(answered),
    "PermissionsUpdate": Schema.request(["send_audio": change, "send_video": change, "share_screen": change]),
    "PermissionsOutcome": Schema.answer(outcome, answered),
  ]
}
