public import MeetingCore

extension StreamProvider: MeetingProvider {
  /// Every kind of room, as far as the account has a call type for it; a voice call is a call without pictures. Nothing is
  /// declared that is not done here.
  public func offering(for kind: RoomKind) -> Offering? {
    guard account.callTypes[kind]?.isEmpty == false else { return nil }
    var offering = Offering()
    offering.offer(
      .stage, .native, by: self as any Staging, note: "speakers wait outside with the listeners while backstage")
    offering.state(.joinAhead, .native, note: "needs starts_at and backstage")
    offering.offer(
      .presence, .native, by: self as any PresenceReading,
      note: "rooms larger than the vendor's list are followed by its deliveries")
    offering.offer(.mute, .native, by: self as any Muting, note: "all devices of the person; they may unmute")
    offering.offer(.remove, .native, by: self as any Removing, note: "all devices of the person")
    offering.offer(.ban, .native, by: self as any Banning)
    offering.offer(.permissions, .native, by: self as any Permitting, note: "taking one away mutes at once")
    offering.offer(
      .permissionRequests, .native, by: self as any HandRaising,
      note: "a rejection reaches clients as a custom event; lists in other hosts' SDKs keep the request")
    offering.offer(
      .unmute, .requested, by: self as any Unmuting,
      note: "they are let speak and asked to by an event; everybody in the call gets it")
    offering.offer(
      .role, .native, by: self as any RoleChanging,
      note: "who is connected may speak or not at once; the rest holds from their next join on")
    offering.offer(
      .messages, .native, by: self as any Messaging,
      note: "everybody in the call gets them, whomever they are meant for; 5 KB in all")
    offering.offer(.reactions, .native, by: self as any Reacting)
    if account.readsTracks {
      offering.state(
        .tracks, .native, note: "who publishes is read with presence; muted is known only while publishing")
    }
    if account.anonymousKinds.contains(kind) {
      offering.state(.anonymous, .native, note: "listeners; counted, never listed, muted or removed")
    }
    offering.keep(Set(RoomRule.allCases).subtracting([.emptyTimeout]))
    offering.keep(.emptyTimeout, Offering.Keeping(.native, range: CallSettings.inactivitySeconds))
    offerEgress(&offering)
    if account.openAIKey != nil, sockets != nil {
      offering.offer(
        .agent, .native, by: self as any AgentHosting,
        note: "with openai_api_key; agents leave when the gateway stops")
    }
    offering.supply(.joining, by: self as any Joining)
    offering.supply(.updating, by: self as any Updating)
    offering.supply(.memberEditing, by: self as any MemberEditing)
    offering.supply(.webhooks, by: self as any WebhookReceiving)
    offering.supply(.accountKeeping, by: self as any AccountKeeping)
    if account.events != .webhooks, sockets != nil { offering.supply(.watching, by: self as any RoomWatching) }
    return offering
  }

  private func offerEgress(_ offering: inout Offering) {
    offering.offer(
      .recording, .native, by: self as any RecordingControl,
      note: "needs somebody in the room; audio_only changes the room's setting")
    offering.offer(.recordingRead, .native, by: self as any EgressReading)
    offering.offer(.hls, .native, by: self as any HLSBroadcasting)
    offering.offer(.rtmp, .native, by: self as any RTMPBroadcasting)
    offering.offer(.transcription, .native, by: self as any Transcribing, note: "needs somebody in the room")
    offering.state(.captions, .native, note: "with a transcription")
  }
}
