import MockKit

/// Judges what somebody offers, as a media server does before anything is sent: everything that an answer needs must be
/// there.
enum PolyOffer {
  struct Flaw: Error, Equatable {
    let text: String
    /// The media itself is what does not fit, not its description.
    var isMedia = false
  }

  static func description(of sdp: String) throws(Flaw) -> SessionDescription {
    guard let offer = SessionDescription(Array(sdp.utf8)) else { throw Flaw(text: "sdp is no session description") }
    guard offer.opening.hasPrefix("vos"), offer.opening.contains("t") else {
      throw Flaw(text: "sdp lacks a line of v, o, s and t")
    }
    let bundled = offer.group.map { $0.split(separator: " ").dropFirst().map(String.init) } ?? []
    let mids = offer.media.compactMap { $0.value("mid") }
    guard Set(mids).count == mids.count, Set(bundled).isSubset(of: mids) else {
      throw Flaw(text: "mids are not unique, or not those of the group")
    }
    guard let audio = offer.media.first(where: { $0.kind == "audio" }) else {
      throw Flaw(text: "no audio is offered", isMedia: true)
    }
    guard opus(in: audio) != nil else { throw Flaw(text: "Opus is not offered", isMedia: true) }
    try checkTransport(of: audio, in: offer)
    return offer
  }

  /// The payload type of Opus with 48 kHz and two channels.
  static func opus(in media: SessionDescription.Media) -> String? {
    media.payloads.first { payload in
      media.attributes.contains { $0.lowercased() == "rtpmap:\(payload) opus/48000/2" }
    }
  }

  private static func checkTransport(
    of media: SessionDescription.Media, in offer: SessionDescription
  ) throws(Flaw) {
    func value(_ name: String) -> String? { media.value(name) ?? offer.value(name) }
    guard media.transport.hasPrefix("UDP/TLS/RTP/SAVP") else { throw Flaw(text: "the transport is not DTLS-SRTP") }
    guard let ufrag = value("ice-ufrag"), (4...256).contains(ufrag.utf8.count) else {
      throw Flaw(text: "ice-ufrag is missing or too short")
    }
    guard let password = value("ice-pwd"), (22...256).contains(password.utf8.count) else {
      throw Flaw(text: "ice-pwd is missing or too short")
    }
    guard let fingerprint = value("fingerprint"), fingerprint.split(separator: " ").count == 2 else {
      throw Flaw(text: "fingerprint is missing")
    }
    guard let setup = value("setup"), ["actpass", "active", "passive"].contains(setup) else {
      throw Flaw(text: "setup is missing")
    }
  }
}
