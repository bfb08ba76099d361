public import MeetingCore

extension VideoSDKProvider {
  public static let description = ProviderDescription(
    kind: "videosdk", title: "VideoSDK", credentialKeys: ["api_key", "secret"],
    hosts: ["api.videosdk.live"],
    options: [
      "hook_url":
        "Where the service posts what happens in rooms that are made from now on: an https address of at most 512 characters (/v1/hooks/{provider} below server.public_url).",
      "hook_public_key":
        "PKCS#1 PEM of the key that deliveries are signed with; without it, the key is fetched from the service.",
      "signaling_base_url": "Where clients and the seat find their signalling server, if not at base_url.",
      "seat":
        "How the gateway sits in rooms to hear and act at once: off, signalling_only or recv_only (signalling_only).",
      "topics": "Topics that the seat listens to beside CHAT, RAISE_HAND and REACTION, separated by commas.",
    ],
    roomOptionsSchema: RoomOptions.schema, roomOptionIssues: RoomOptions.issues,
    connectSchema: JSONText(
      #"{"type":"object","required":["kind","meeting_id","participant_id","mode"],"properties":{"kind":{"const":"videosdk"},"meeting_id":{"type":"string"},"participant_id":{"type":"string"},"display_name":{"type":["string","null"]},"mode":{"enum":["SEND_AND_RECV","RECV_ONLY","SIGNALLING_ONLY"]},"signaling_base_url":{"type":["string","null"]}}}"#
    ))
}
