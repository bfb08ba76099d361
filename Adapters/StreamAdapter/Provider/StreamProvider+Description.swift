public import MeetingCore

extension StreamProvider {
  public static let description = ProviderDescription(
    kind: "stream", title: "Stream", credentialKeys: ["api_key", "api_secret"],
    optionalCredentialKeys: ["openai_api_key"],
    hosts: ["video.stream-io-api.com", "chat.stream-io-api.com"],
    options: [
      "audio_room_call_type": "The call type of audio rooms (audio_room).",
      "meeting_call_type": "The call type of meetings (default).",
      "voice_call_call_type": "The call type of voice calls (default).",
      "service_user": "The user that acts when nobody else does (switchboard).",
      "host_role": "The member role of hosts (admin).",
      "co_host_role": "The member role of co-hosts (admin).",
      "speaker_role": "The member role of speakers in audio rooms (moderator).",
      "listener_role": "The member role of listeners who are members (user).",
      "events":
        "How the account is told what happens: webhooks, socket (a connection of the service user) or both (webhooks).",
      "read_tracks": "Whether presence also asks who publishes, one more request per room and kind of track (true).",
    ],
    roomOptionsSchema: RoomOptions.schema, roomOptionIssues: RoomOptions.issues,
    connectSchema: JSONText(
      #"{"type":"object","required":["kind","api_key","call_type","call_id","user","base_url"],"properties":{"kind":{"const":"stream"},"api_key":{"type":"string"},"call_type":{"type":"string"},"call_id":{"type":"string"},"user":{"type":["object","null"],"properties":{"id":{"type":"string"},"name":{"type":["string","null"]},"image_url":{"type":["string","null"]}}},"base_url":{"type":"string"}}}"#
    ))
}
