import VendorTesting

/// Session descriptions as clients offer them.
enum Sample {
  /// One sound, Opus, candidates to come.
  static let offer = description(["ice-options:trickle"])
  /// The same, with its candidates.
  static let gathered = description(["candidate:1 1 udp 2130706431 127.0.0.1 50000 typ host", "end-of-candidates"])

  static func description(_ more: [String] = [], without: [String] = [], payloads: String = "111") -> String {
    let attributes =
      [
        "ice-ufrag:abcd", "ice-pwd:abcdefghijklmnopqrstuvwx", "fingerprint:sha-256 \(fingerprint)", "setup:actpass",
        "mid:0", "sendrecv", "rtcp-mux", "rtpmap:111 opus/48000/2", "fmtp:111 minptime=10;useinbandfec=1",
      ] + more
    let kept = attributes.filter { line in !without.contains { line.hasPrefix($0) } }
    let head = ["v=0", "o=- 46117 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0"]
    let media = ["m=audio 9 UDP/TLS/RTP/SAVPF \(payloads)", "c=IN IP4 0.0.0.0"] + kept.map { "a=" + $0 }
    return (head + media).map { $0 + "\r\n" }.joined()
  }

  /// Sound and a picture.
  static let withVideo =
    offer.replacing("BUNDLE 0", with: "BUNDLE 0 1")
    + [
      "m=video 9 UDP/TLS/RTP/SAVPF 96 97", "c=IN IP4 0.0.0.0", "a=mid:1", "a=sendrecv", "a=rtpmap:96 VP8/90000",
      "a=ice-ufrag:abcd", "a=ice-pwd:abcdefghijklmnopqrstuvwx", "a=setup:actpass",
    ].map { $0 + "\r\n" }.joined()

  /// An answer to whatever is offered: the same media, its sides turned.
  static func answer(to offer: String) -> String {
    offer.replacing("a=setup:actpass", with: "a=setup:active").replacing("a=sendonly", with: "a=TURNED")
      .replacing("a=recvonly", with: "a=sendonly").replacing("a=TURNED", with: "a=recvonly")
  }

  private static let fingerprint = (0..<32).map { _ in "AB" }.joined(separator: ":")
}
