import JSONCoding
import MockKit

/// What describes media without any being there: well formed, so that a client's media engine accepts it.
enum VideoSDKMediaDocuments {
  /// What the router takes: Opus and VP8, as routers of this kind offer them.
  static let router: JSON = [
    "codecs": [
      [
        "kind": "audio", "mimeType": "audio/opus", "preferredPayloadType": 100, "clockRate": 48000, "channels": 2,
        "parameters": [:],
        "rtcpFeedback": [["type": "nack", "parameter": ""], ["type": "transport-cc", "parameter": ""]],
      ],
      [
        "kind": "video", "mimeType": "video/VP8", "preferredPayloadType": 101, "clockRate": 90000, "parameters": [:],
        "rtcpFeedback": videoFeedback,
      ],
      [
        "kind": "video", "mimeType": "video/rtx", "preferredPayloadType": 102, "clockRate": 90000,
        "parameters": ["apt": 101], "rtcpFeedback": [],
      ],
    ],
    "headerExtensions": [
      extensionDocument("audio", "urn:ietf:params:rtp-hdrext:sdes:mid", 1),
      extensionDocument("video", "urn:ietf:params:rtp-hdrext:sdes:mid", 1),
      extensionDocument("audio", "urn:ietf:params:rtp-hdrext:ssrc-audio-level", 10),
    ],
  ]

  private static let videoFeedback: JSON = [
    ["type": "nack", "parameter": ""], ["type": "nack", "parameter": "pli"], ["type": "ccm", "parameter": "fir"],
    ["type": "goog-remb", "parameter": ""],
  ]

  private static func extensionDocument(_ kind: String, _ uri: String, _ id: Int64) -> JSON {
    [
      "kind": .string(kind), "uri": .string(uri), "preferredId": .integer(id), "preferredEncrypt": false,
      "direction": "sendrecv",
    ]
  }

  /// A transport that nobody listens behind: its only candidate is the port of this machine that throws everything
  /// away.
  static func transport(_ id: String, _ identifiers: VideoSDKIdentifiers) -> JSON {
    [
      "id": .string(id), "iceParameters": iceParameters(identifiers),
      "iceCandidates": [
        [
          "foundation": "udpcandidate", "priority": 1_076_302_079, "ip": "127.0.0.1", "address": "127.0.0.1",
          "port": 9, "protocol": "udp", "type": "host",
        ]
      ],
      "dtlsParameters": [
        "role": "auto", "fingerprints": [["algorithm": "sha-256", "value": .string(fingerprint(identifiers))]],
      ],
      "sctpParameters": ["port": 5000, "OS": 1024, "MIS": 1024, "maxMessageSize": 262_144],
    ]
  }

  static func iceParameters(_ identifiers: VideoSDKIdentifiers) -> JSON {
    [
      "usernameFragment": .string(String(identifiers.object().prefix(16))), "password": .string(identifiers.object()),
      "iceLite": true,
    ]
  }

  private static func fingerprint(_ identifiers: VideoSDKIdentifiers) -> String {
    let digits = Array((identifiers.object() + identifiers.object() + identifiers.object()).uppercased().prefix(64))
    return stride(from: 0, to: 64, by: 2).map { String(digits[$0...($0 + 1)]) }.joined(separator: ":")
  }

  /// How something that is received would be coded; `place` tells a client's several apart.
  static func consumed(_ kind: String, _ place: Int) -> JSON {
    let codec: JSON =
      kind == "audio"
      ? [
        "mimeType": "audio/opus", "payloadType": 100, "clockRate": 48000, "channels": 2, "parameters": [:],
        "rtcpFeedback": [["type": "transport-cc", "parameter": ""]],
      ]
      : [
        "mimeType": "video/VP8", "payloadType": 101, "clockRate": 90000, "parameters": [:],
        "rtcpFeedback": videoFeedback,
      ]
    return [
      "mid": .string(String(place)), "codecs": [codec],
      "headerExtensions": [
        ["uri": "urn:ietf:params:rtp-hdrext:sdes:mid", "id": 1, "encrypt": false, "parameters": [:]]
      ],
      "encodings": [["ssrc": .integer(100_000_001 + Int64(place))]],
      "rtcp": ["cname": .string("mock\(place)"), "reducedSize": true, "mux": true],
    ]
  }
}
