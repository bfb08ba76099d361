public import MeetingCore

extension VideoSDKProvider: MeetingProvider {
  /// Audio rooms and meetings. Voice calls would be telephone calls here. Nothing is declared that is not done here.
  public func offering(for kind: RoomKind) -> Offering? {
    guard kind != .voiceCall else { return nil }
    var offering = Offering()
    offering.offer(.presence, .native, by: self as any PresenceReading)
    offering.offer(
      .remove, .native, by: self as any Removing, note: "no ban: the gateway removes whoever comes back")
    offering.state(
      .tracks, .native,
      note: "as last known: the service tells without a seat when somebody began and ceased to publish")
    offering.state(.anonymous, .native, note: "listed, under an id of their own")
    offering.keep([.automaticRecording])
    offerEgress(&offering)
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
      note: "needs somebody in the room; in the language that the service takes it for")
  }
}
