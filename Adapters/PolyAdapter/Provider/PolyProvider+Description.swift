public import MeetingCore

extension PolyProvider {
  public static let description = ProviderDescription(
    kind: "poly", title: "Poly", credentialKeys: ["connector_token", "web_calling_token", "host_identifier"],
    optionalCredentialKeys: ["api_key", "account_id", "project_id"], hosts: [],
    options: [
      "environment":
        "Where the connector lives: us, uk, euw, or the name of another of the vendor's clusters (us). Without effect where base_url is given.",
      "signaling_host": "Host, or host:port, of the voice service, if it is not the environment's own.",
      "dialect":
        "Which of the vendor's two voice services calls go to: gateway or bridge (gateway). With bridge, callers must report how their media fare and answer the vendor's offer.",
      "mode":
        "How the gateway dialect is asked to answer: end-to-end, traditional, or echo for debugging (end-to-end).",
    ],
    roomOptionsSchema: JSONText(#"{"type":"object","additionalProperties":false}"#),
    roomOptionIssues: PolyRoomOptions.issues,
    connectSchema: JSONText(
      #"{"type":"object","required":["kind","whip_url","ice_servers"],"properties":{"kind":{"const":"poly"},"whip_url":{"type":"string"},"ice_servers":{"type":"array","items":{"type":"object","required":["urls"],"properties":{"urls":{"type":"array","items":{"type":"string"}},"username":{"type":"string"},"credential":{"type":"string"}}}}}}"#
    ))
}
