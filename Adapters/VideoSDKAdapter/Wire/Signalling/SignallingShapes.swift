import Cryptography
import JSONCoding

/// What is said on the way in, and of media that nobody carries.
enum SignallingShapes {
  /// Who we are, in the service's statistics of its clients.
  private static let name = "switchboard"

  static func transport(isSending: Bool) -> JSON {
    [
      "preferredProtocol": "UDP_OVER_TCP", "forceTcp": false, "producing": .bool(isSending),
      "consuming": .bool(!isSending), "sctpCapabilities": sctp,
    ]
  }

  /// `capabilities` are the router's, whom we tell that whatever it has is fine; nil = nothing is to be sent or received.
  static func join(_ identity: SignallingIdentity, capabilities: JSON?) -> JSON {
    [
      "autoConsume": .bool(capabilities != nil && identity.mode.receives),
      "secret": .string(identity.token.revealed), "displayName": .string(identity.displayName),
      "device": ["flag": .string(name), "name": .string(name)],
      "deviceInfo": [
        "sdkType": .string(name), "sdkVersion": "1.0.0", "platform": "linux", "sdkMetadata": [:],
      ],
      "rtpCapabilities": capabilities ?? [:], "sctpCapabilities": capabilities == nil ? [:] : sctp,
      "metaData": identity.metaData, "switchingRoom": false,
    ]
  }

  /// Something that is published without anything being sent: one of the router's own codecs, and a source that stays silent.
  static func produce(_ media: PeerMedia, on transport: String, capabilities: JSON?, _ random: any RandomSource) -> JSON
  {
    let source = random.bytes(4).reduce(0) { $0 << 8 | Int64($1) }
    let isShared = media == .share || media == .shareAudio
    return [
      "transportId": .string(transport), "kind": .string(media.kind),
      "rtpParameters": [
        "codecs": [codec(media.kind, capabilities)], "headerExtensions": [], "encodings": [["ssrc": .integer(source)]],
        "rtcp": ["cname": .string(name), "reducedSize": true],
      ],
      "appData": isShared ? ["share": true] : [:],
    ]
  }

  private static let sctp: JSON = ["numStreams": ["OS": 1_024, "MIS": 1_024]]

  /// The router's first of that kind, or what every router has.
  private static func codec(_ kind: String, _ capabilities: JSON?) -> JSON {
    let offered = capabilities?["codecs"]?.arrayValue?.first {
      $0["kind"]?.stringValue == kind || $0["mimeType"]?.stringValue?.lowercased().hasPrefix(kind + "/") == true
    }
    var codec = JSONObject()
    codec["mimeType"] = offered?["mimeType"] ?? (kind == "audio" ? "audio/opus" : "video/VP8")
    codec["payloadType"] = offered?["preferredPayloadType"] ?? (kind == "audio" ? 111 : 96)
    codec["clockRate"] = offered?["clockRate"] ?? (kind == "audio" ? 48_000 : 90_000)
    if kind == "audio" { codec["channels"] = offered?["channels"] ?? 2 }
    codec["parameters"] = offered?["parameters"] ?? [:]
    codec["rtcpFeedback"] = []
    return .object(codec)
  }
}
