import JSONCoding
import MeetingCore

extension Components {
  /// Messages, reactions, members and occurrences.
  static let talk: KeyValuePairs<String, JSON> = [
    "MessageRequest": Schema.request(
      [
        "from": Schema.described(
          Schema.externalID, "Who says it. With a client token or On-Behalf-Of: that person, and nobody else."),
        "to": Schema.described(
          Schema.nullable(Schema.list(Schema.externalID, minimum: 1, maximum: Limits.recipients)),
          "Whom it is meant for; absent or null: everybody. A provider may show it to everybody all the same."),
        "topic": Schema.nullable(Schema.text(Limits.topicLength, minimum: 1)),
        "payload": Schema.described(
          Schema.reference("OwnValue"), "At most 5,120 bytes as compact UTF-8; less where a provider has less room."),
      ], required: ["payload"]),
    "ReactionRequest": Schema.request(
      [
        "from": Schema.described(
          Schema.externalID, "Who shows it. With a client token or On-Behalf-Of: that person, and nobody else."),
        "type": Schema.text(Limits.reactionTypeLength, minimum: 1),
        "emoji": Schema.nullable(Schema.text(Limits.emojiLength, minimum: 1)),
        "custom": Schema.described(
          Schema.ownObject, "At most 5,120 bytes as compact UTF-8; less where a provider has less room."),
      ], required: ["type"]),
    "SentID": Schema.answer(["id": Schema.string]),
    "Member": Schema.answer([
      "person": Schema.reference("Person"), "role": Schema.choice(of: ParticipantRole.self),
    ]),
    "MemberPage": Schema.page(of: "Member"),
    "MembersRequest": Schema.request(
      ["members": Schema.list(Schema.reference("MemberInput"), minimum: 1, maximum: Limits.members)],
      required: ["members"]),
    "RoleRequest": Schema.request(["role": Schema.choice(of: ParticipantRole.self)], required: ["role"]),
    "Occurrence": Schema.answer(occurrence),
    "OccurrencePage": Schema.page(of: "Occurrence"),
    "OccurrenceHistory": Schema.answer([
      "id": Schema.id("ses_"),
      "started_at": Schema.time,
      "ended_at": Schema.nullable(Schema.time),
      "duration_seconds": Schema.nullable(Schema.count),
      "peak_participants": Schema.count,
      "attendance": Schema.page(of: "Attendance"),
    ]),
    "Attendance": Schema.answer([
      "participant_id": Schema.id("par_"),
      "person": Schema.nullable(Schema.reference("Person")),
      "role": Schema.choice(of: ParticipantRole.self),
      "joined_at": Schema.time,
      "left_at": Schema.nullable(Schema.time),
      "duration_seconds": Schema.nullable(Schema.count),
      "reason": Schema.nullable(Schema.string),
    ]),
  ]

  private static let occurrence: KeyValuePairs<String, JSON> = [
    "id": Schema.id("ses_"),
    "started_at": Schema.time,
    "ended_at": Schema.nullable(Schema.time),
    "duration_seconds": Schema.nullable(Schema.count),
    "peak_participants": Schema.described(Schema.count, "The most connections at once."),
  ]
}
