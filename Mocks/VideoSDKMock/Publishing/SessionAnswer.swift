import Cryptography
import MockKit

/// The answer to a publisher's offer: well formed, taking everything, with nobody behind its candidate.
struct SessionAnswer {
  let offer: SessionDescription
  /// Digits for what each answer has of its own.
  let random: [UInt8]

  var text: String {
    let number = random.prefix(6).reduce(0) { $0 << 8 | UInt64($1) }
    var lines = ["v=0", "o=- \(number) 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=ice-lite"]
    if let group = offer.group { lines.append("a=" + group) }
    for media in offer.media { lines += section(media) }
    return lines.map { $0 + "\r\n" }.joined()
  }

  private func section(_ media: SessionDescription.Media) -> [String] {
    let payload = payload(media)
    var lines = ["m=\(media.kind) 9 \(media.transport) \(payload)", "c=IN IP4 0.0.0.0"]
    if let mid = media.value("mid") { lines.append("a=mid:" + mid) }
    lines += [
      "a=recvonly", "a=rtcp-mux", "a=ice-ufrag:\(Hex.encode(Array(random[0..<4])))",
      "a=ice-pwd:\(Hex.encode(Array(random[4..<20])))", "a=fingerprint:sha-256 \(fingerprint)", "a=setup:passive",
      "a=candidate:1 1 UDP 2130706431 127.0.0.1 9 typ host", "a=end-of-candidates",
    ]
    return lines + media.attributes.filter { $0.hasPrefix("rtpmap:\(payload) ") }.map { "a=" + $0 }
  }

  /// Opus where sound offers it, else what is offered first.
  private func payload(_ media: SessionDescription.Media) -> String {
    let opus = media.attributes.first { $0.hasPrefix("rtpmap:") && $0.lowercased().contains(" opus/") }
    guard media.kind == "audio", let opus else { return media.payloads[0] }
    return String(opus.dropFirst("rtpmap:".count).prefix { $0 != " " })
  }

  private var fingerprint: String {
    let digits = Array(Hex.encode(SHA256.digest(random)).uppercased())
    return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }.joined(separator: ":")
  }
}
