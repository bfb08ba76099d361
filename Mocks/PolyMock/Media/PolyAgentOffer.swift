import MockKit

/// The bridge's own offer: what was agreed on, and one more section in which the agent is heard.
struct PolyAgentOffer {
  /// What the client offered for its microphone.
  let microphone: SessionDescription
  let side: PolyMediaSide
  /// How often the agent was pulled, this time included: each pull has a section of its own.
  let pull: Int
  let trackName: String

  var text: String {
    let taken = microphone.media.compactMap { $0.value("mid") }
    let mids = Self.mids(besides: taken, pull)
    let accepted = microphone.media.filter { $0.kind == "audio" }.prefix(1).compactMap { $0.value("mid") }
    var lines = ["v=0", "o=- \(side.number) \(2 + pull) IN IP4 127.0.0.1", "s=-", "t=0 0"]
    lines.append("a=group:BUNDLE " + (accepted + mids).joined(separator: " "))
    lines.append("a=msid-semantic: WMS *")
    for media in microphone.media { lines += microphoneSection(media) }
    for (index, mid) in mids.enumerated() { lines += agentSection(mid, isCurrent: index == mids.count - 1) }
    return lines.map { $0 + "\r\n" }.joined()
  }

  /// Names for the agent's sections that nobody has yet: numbers in their order.
  private static func mids(besides taken: [String], _ count: Int) -> [String] {
    (1...(count + taken.count + 1)).map(String.init).filter { !taken.contains($0) }.prefix(count).map { $0 }
  }

  private func microphoneSection(_ media: SessionDescription.Media) -> [String] {
    let payload = PolyOffer.opus(in: media)
    let isTaken = media.kind == "audio" && payload != nil
    var lines = ["m=\(media.kind) \(isTaken ? 9 : 0) \(media.transport) \(payload ?? media.payloads[0])"]
    lines.append("c=IN IP4 0.0.0.0")
    guard isTaken, let payload else {
      return lines + (media.value("mid").map { ["a=mid:\($0)"] } ?? []) + ["a=inactive"]
    }
    return lines + common(media.value("mid") ?? "0", payload) + ["a=recvonly"]
  }

  private func agentSection(_ mid: String, isCurrent: Bool) -> [String] {
    var lines = ["m=audio 9 UDP/TLS/RTP/SAVPF 111", "c=IN IP4 0.0.0.0"] + common(mid, "111")
    lines +=
      isCurrent ? ["a=sendonly", "a=msid:agent \(trackName)", "a=ssrc:\(side.source) cname:agent"] : ["a=inactive"]
    return lines
  }

  private func common(_ mid: String, _ payload: String) -> [String] {
    [
      "a=ice-ufrag:\(side.ufrag)", "a=ice-pwd:\(side.password)", "a=fingerprint:sha-256 \(side.fingerprint)",
      "a=setup:actpass", "a=mid:\(mid)", "a=rtcp-mux", "a=rtpmap:\(payload) opus/48000/2",
      "a=fmtp:\(payload) minptime=10;useinbandfec=1",
    ]
  }
}
