public import MeetingCore

extension VideoSDKProvider: MeetingProvider {
  /// Audio rooms and meetings. Voice calls would be telephone calls here. Nothing is declared that is not done here: what only
  /// somebody inside a room can do needs the seat.
  public func offering(for kind: RoomKind) -> Offering? {
    guard kind != .voiceCall else { return nil }
    var offering = Offering()
    offering.offer(.presence, .native, by: self as any PresenceReading)
    offering.offer(
      .remove, .native, by: self as any Removing, note: "no ban: the gateway removes whoever comes back")
    offering.state(.anonymous, .native, note: "listed, under an id of their own")
    offering.keep([.automaticRecording])
    offerEgress(&offering)
    if hasSeat {
      offerInside(&offering)
    } else {
      offering.state(
        .tracks, .native, note: "as last known: when somebody began and ceased to publish, read with presence")
    }
    offering.supply(.joining, by: self as any Joining)
    offering.supply(.webhooks, by: self as any WebhookReceiving)
    if account.pinnedKey == nil { offering.supply(.deliveryKeys, by: self as any DeliveryKeyFetching) }
    offering.supply(.accountKeeping, by: self as any AccountKeeping)
    return offering
  }

  private func offerEgress(_ offering: inout Offering) {
    offering.offer(
      .recording, .native, by: self as any RecordingControl,
      note: "needs somebody in the room; recording and hls at once need provider_options.videosdk.multi_composition")
    offering.offer(.recordingRead, .native, by: self as any EgressReading)
    offering.offer(.hls, .native, by: self as any HLSBroadcasting, note: "needs somebody in the room")
    offering.offer(
      .rtmp, .native, by: self as any RTMPBroadcasting, note: "needs somebody in the room; one destination at a time")
    offering.offer(
      .transcription, .native, by: self as any Transcribing,
      note: "needs somebody in the room; leaves no file: transcripts come of recordings")
  }

  /// What goes over the seat: a participant that the vendor's own clients see.
  private func offerInside(_ offering: inout Offering) {
    offering.state(.tracks, .native, note: "pushed while the gateway's seat is in the room, else as last known")
    offering.state(.speaking, .native, note: "while the seat is in the room, as far as the vendor tells it")
    offering.offer(.mute, .native, by: self as any Muting, note: "microphones and cameras, not shared screens")
    offering.offer(.unmute, .requested, by: self as any Unmuting, note: "their client asks them")
    offering.offer(
      .role, .requested, enforcement: .policed, by: self as any RoleChanging,
      note: "clients follow the topic CHANGE_MODE_<participant_id>; who may not publish is muted again")
    offering.offer(
      .permissions, .requested, enforcement: .policed, by: self as any Permitting,
      note: "clients follow the topic CHANGE_MODE_<participant_id>; who may not publish is muted again")
    offering.offer(
      .permissionRequests, .emulated, enforcement: .advisory, by: self as any HandRaising,
      note: "hands on the topic RAISE_HAND, heard while the seat is in the room")
    offering.offer(
      .messages, .native, by: self as any Messaging,
      note: "on topics, CHAT unless told otherwise; clients show the seat as the sender")
    offering.offer(
      .reactions, .emulated, enforcement: .advisory, by: self as any Reacting,
      note: "on the topic REACTION; clients show the seat as the sender")
    offering.state(.captions, .native, note: "with a transcription, while the seat is in the room")
    offering.supply(.seating, by: self as any Seating)
  }
}
