/// What somebody offers or answers about media, as far as an answer needs it (RFC 8866).
package struct SessionDescription: Sendable {
  package struct Media: Sendable {
    /// `audio`, `video` or `application`.
    package let kind: String
    /// 0 = refused, or part of a bundle that somebody else carries.
    package let port: Int
    package let transport: String
    package let payloads: [String]
    package fileprivate(set) var attributes: [String] = []

    /// The first attribute of a name, without it: `value("mid")` of `a=mid:0` is `0`.
    package func value(_ name: String) -> String? { SessionDescription.value(name, of: attributes) }

    /// Whether the offer would send this; sending both ways is what is said by saying nothing.
    package var isSent: Bool { !attributes.contains("recvonly") && !attributes.contains("inactive") }
  }

  /// `BUNDLE 0 1`
  package private(set) var group: String?
  /// Attributes of all media together.
  package private(set) var attributes: [String] = []
  package private(set) var media: [Media] = []
  /// The types of the lines before the first medium, e.g. `vost`, without attributes.
  package private(set) var opening = ""

  /// nil for anything that is no description, or describes no media.
  package init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.first == "v=0" else { return nil }
    for line in lines {
      guard line.dropFirst().first == "=", let type = line.first else { return nil }
      if type == "m" {
        guard let one = Self.media(line.dropFirst(2)) else { return nil }
        media.append(one)
      } else if !media.isEmpty {
        if type == "a" { media[media.count - 1].attributes.append(String(line.dropFirst(2))) }
      } else if type == "a" {
        attributes.append(String(line.dropFirst(2)))
        if line.hasPrefix("a=group:BUNDLE") { group = String(line.dropFirst(2)) }
      } else {
        opening.append(type)
      }
    }
    guard !media.isEmpty else { return nil }
  }

  /// The first attribute of a name that stands for all media.
  package func value(_ name: String) -> String? { Self.value(name, of: attributes) }

  fileprivate static func value(_ name: String, of attributes: [String]) -> String? {
    attributes.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// `audio 9 UDP/TLS/RTP/SAVPF 111 0`
  private static func media(_ line: Substring) -> Media? {
    let parts = line.split(separator: " ").map(String.init)
    guard parts.count > 3, ["audio", "video", "application"].contains(parts[0]), let port = Int(parts[1]) else {
      return nil
    }
    return Media(kind: parts[0], port: port, transport: parts[2], payloads: Array(parts[3...]))
  }
}
