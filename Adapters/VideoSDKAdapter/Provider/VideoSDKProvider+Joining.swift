import JSONCoding
public import MeetingCore

extension VideoSDKProvider: Joining {
  /// A token for this room and this participant alone. The mode is no part of it: the client is told, and watched.
  public func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
  {
    let operation = "token"
    guard let participant = participant(admission.person) else {
      throw ProviderFailure(.invalid, executed: .no, operation: operation)
    }
    let id = try await roomID(room, context)
    let token: String
    do {
      token = try sender.tokens.joining(
        participant, room: id, moderates: admission.person != nil && admission.role.runsTheRoom,
        issuedAt: min(admission.issuedAt, now), expiresAt: admission.expiresAt)
    } catch { throw ProviderFailure(.credentials, executed: .no, operation: operation) }
    let permissions = admission.effective(in: room.kind)
    return JoinCredentials(
      token: token, expiresAt: Timestamp(nanoseconds: 0).advanced(bySeconds: admission.expiresAt.seconds),
      permissions: permissions.map(\.rawValue), sdkPackages: Self.packages,
      connect: JSONText(connect(admission.person, participant, id, account.modes.mode(of: permissions)).text()),
      hiddenVendorIDs: hasSeat ? [ParticipantID.seat(in: room.key)] : [],
      conventions: JSONText(conventions(of: room, participant).text()))
  }

  /// Whether the gateway sits in rooms itself.
  var hasSeat: Bool { account.seat.mode != .off && sockets != nil }

  private func participant(_ person: Person?) -> String? {
    guard let person else { return ParticipantID.anonymous(random) }
    return ParticipantID.encode(person.externalID)
  }

  private func connect(_ person: Person?, _ participant: String, _ room: String, _ mode: String) -> JSON {
    [
      "kind": "videosdk", "meeting_id": .string(room), "participant_id": .string(participant),
      "display_name": person?.name.map(JSON.string) ?? .null, "mode": .string(mode),
      "signaling_base_url": account.signallingHost.map(JSON.string) ?? .null,
    ]
  }

  /// What the gateway and the clients of a room agree on, since the service has no words of its own for it. Whatever asks a
  /// client to do something is to be believed from the seat alone.
  private func conventions(of room: ProviderRoom, _ participant: String) -> JSON {
    [
      "seat_id": hasSeat ? .string(ParticipantID.seat(in: room.key)) : .null,
      "topics": [
        "raise_hand": .string(Topics.raiseHand), "chat": .string(Topics.chat), "reaction": .string(Topics.reaction),
        "change_mode": .string(Topics.changeMode(participant)),
      ],
    ]
  }

  private static let packages = [
    "ios": "VideoSDKRTC", "android": "live.videosdk:rtc-android-sdk", "web": "@videosdk.live/js-sdk",
    "react": "@videosdk.live/react-sdk", "react_native": "@videosdk.live/react-native-sdk", "flutter": "videosdk",
  ]
}
