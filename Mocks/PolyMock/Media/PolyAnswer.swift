import MockKit

/// The answer to an offer, after its own words: the same media in the same order, the first sound taken with Opus,
/// everything else refused (RFC 8829, RFC 8843).
struct PolyAnswer {
  let offer: SessionDescription
  let side: PolyMediaSide
  /// The role in DTLS where the offer leaves it open.
  let setup: PolyChoice.Setup
  /// Takes sound without sending any.
  var onlyReceives = false
  /// Candidates that come in the answer itself, with the word that there are no others.
  var candidates: [String] = []

  var text: String {
    let accepted = offer.media.firstIndex { $0.kind == "audio" && PolyOffer.opus(in: $0) != nil }
    var lines = ["v=0", "o=- \(side.number) 2 IN IP4 127.0.0.1", "s=-", "t=0 0"]
    if offer.group != nil, let mid = accepted.flatMap({ offer.media[$0].value("mid") }) {
      lines.append("a=group:BUNDLE \(mid)")
    }
    if isTrickled { lines.append("a=ice-options:trickle") }
    lines.append("a=msid-semantic: WMS *")
    for (index, media) in offer.media.enumerated() {
      lines += index == accepted ? section(media) : refusal(media)
    }
    return lines.map { $0 + "\r\n" }.joined()
  }

  private var isTrickled: Bool {
    guard candidates.isEmpty else { return false }
    let all = offer.attributes + offer.media.flatMap(\.attributes)
    return all.contains { $0.hasPrefix("ice-options:") && $0.contains("trickle") }
  }

  private func section(_ media: SessionDescription.Media) -> [String] {
    let payload = PolyOffer.opus(in: media) ?? media.payloads[0]
    var lines = ["m=audio 9 \(media.transport) \(payload)", "c=IN IP4 0.0.0.0", "a=rtcp:9 IN IP4 0.0.0.0"]
    lines += ["a=ice-ufrag:\(side.ufrag)", "a=ice-pwd:\(side.password)", "a=fingerprint:sha-256 \(side.fingerprint)"]
    lines.append("a=setup:\(role(media))")
    if let mid = media.value("mid") { lines.append("a=mid:\(mid)") }
    lines.append("a=\(direction(media))")
    if media.attributes.contains("rtcp-mux") { lines.append("a=rtcp-mux") }
    lines += media.attributes.filter { $0.hasPrefix("rtpmap:\(payload) ") || $0.hasPrefix("fmtp:\(payload) ") }
      .map { "a=" + $0 }
    if direction(media).hasPrefix("send") {
      lines += ["a=msid:poly agent", "a=ssrc:\(side.source) cname:poly"]
    }
    lines += candidates.map { "a=" + $0 }
    return candidates.isEmpty ? lines : lines + ["a=end-of-candidates"]
  }

  private func refusal(_ media: SessionDescription.Media) -> [String] {
    var lines = ["m=\(media.kind) 0 \(media.transport) \(media.payloads.joined(separator: " "))", "c=IN IP4 0.0.0.0"]
    if let mid = media.value("mid") { lines.append("a=mid:\(mid)") }
    return lines + ["a=inactive"]
  }

  private func role(_ media: SessionDescription.Media) -> String {
    switch media.value("setup") ?? offer.value("setup") {
    case "active": "passive"
    case "passive": "active"
    default: setup.rawValue
    }
  }

  private func direction(_ media: SessionDescription.Media) -> String {
    let directions = ["sendrecv", "sendonly", "recvonly", "inactive"]
    let offered = media.attributes.first(where: directions.contains) ?? "sendrecv"
    switch offered {
    case "sendonly": return "recvonly"
    case "recvonly": return onlyReceives ? "inactive" : "sendonly"
    case "inactive": return "inactive"
    default: return onlyReceives ? "recvonly" : "sendrecv"
    }
  }
}
