import Cryptography

/// Descriptions of an end that has no sound: whole and valid, as the vendor's own probe sends them.
struct SilentDescription: Sendable {
  let fragment: String
  private let password: String
  private let fingerprint: String
  private let session: Int64

  init(_ random: any RandomSource) {
    fragment = Base64URL.encode(random.bytes(6))
    password = Base64URL.encode(random.bytes(18))
    fingerprint = random.bytes(32).map { Hex.encode([$0]).uppercased() }.joined(separator: ":")
    session = random.bytes(7).reduce(0) { $0 << 8 | Int64($1) }
  }

  /// One section of Opus, in both directions.
  var offer: String {
    text(mids: ["0"]) { mid in section(mid, payload: "111", direction: "sendrecv", setUp: "actpass") }
  }

  /// Takes each section of an offer as it is.
  func answer(to offer: SDPText) -> String {
    let sections = offer.sections
    return text(mids: sections.map(\.mid)) { mid in
      let offered = sections.first { $0.mid == mid }
      return section(
        mid, payload: offered?.payload ?? "111", direction: mid == sections.first?.mid ? "sendrecv" : "recvonly",
        setUp: "active")
    }
  }

  private func text(mids: [String], _ section: (String) -> [String]) -> String {
    let head = [
      "v=0", "o=- \(session) 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE \(mids.joined(separator: " "))",
      "a=msid-semantic: WMS",
    ]
    return (head + mids.flatMap(section)).map { $0 + "\r\n" }.joined()
  }

  private func section(_ mid: String, payload: String, direction: String, setUp: String) -> [String] {
    [
      "m=audio 9 UDP/TLS/RTP/SAVPF \(payload)", "c=IN IP4 0.0.0.0", "a=rtcp:9 IN IP4 0.0.0.0",
      "a=ice-ufrag:\(fragment)",
      "a=ice-pwd:\(password)", "a=ice-options:trickle", "a=fingerprint:sha-256 \(fingerprint)", "a=setup:\(setUp)",
      "a=mid:\(mid)", "a=\(direction)", "a=rtcp-mux", "a=rtpmap:\(payload) opus/48000/2",
      "a=fmtp:\(payload) minptime=10;useinbandfec=1",
    ]
  }
}
