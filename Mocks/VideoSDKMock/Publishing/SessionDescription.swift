/// What a publisher offers over WHIP, as far as an answer needs it (RFC 8866, RFC 9725).
struct SessionDescription: Sendable {
  struct Media: Sendable {
    /// `audio`, `video` or `application`.
    let kind: String
    let transport: String
    let payloads: [String]
    var attributes: [String] = []

    /// The first attribute of a name, without it: `value("mid")` of `a=mid:0` is `0`.
    func value(_ name: String) -> String? {
      attributes.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Whether the offer would send this; sending both ways is what is said by saying nothing.
    var isSent: Bool { !attributes.contains("recvonly") && !attributes.contains("inactive") }
  }

  private(set) var group: String?
  private(set) var media: [Media] = []

  /// nil for anything that is no description, or describes no media.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.first == "v=0" else { return nil }
    for line in lines {
      if line.hasPrefix("m=") {
        guard let one = Self.media(line.dropFirst(2)) else { return nil }
        media.append(one)
      } else if line.hasPrefix("a="), !media.isEmpty {
        media[media.count - 1].attributes.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("a=group:BUNDLE") {
        group = String(line.dropFirst(2))
      }
    }
    guard !media.isEmpty else { return nil }
  }

  /// `audio 9 UDP/TLS/RTP/SAVPF 111 0`
  private static func media(_ line: Substring) -> Media? {
    let parts = line.split(separator: " ").map(String.init)
    guard parts.count > 3, ["audio", "video", "application"].contains(parts[0]) else { return nil }
    return Media(kind: parts[0], transport: parts[2], payloads: Array(parts[3...]))
  }
}
