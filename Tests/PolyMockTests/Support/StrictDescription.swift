import VendorTesting

/// Reads a session description as a strict peer does: line ends, the order of lines, and everything that ICE and DTLS need.
struct StrictDescription {
  struct Flaw: Error, CustomStringConvertible { let description: String }

  struct Media {
    let kind: String
    let port: Int
    let payloads: [Substring]
    var attributes: [Substring] = []

    func values(_ name: String) -> [Substring] {
      attributes.filter { $0.hasPrefix(name + ":") }.map { $0.dropFirst(name.count + 1) }
    }

    var direction: Substring? {
      attributes.first { ["sendrecv", "sendonly", "recvonly", "inactive"].contains($0) }
    }
  }

  private(set) var bundled: [Substring] = []
  private(set) var media: [Media] = []

  init(_ text: String) throws {
    guard text.hasSuffix("\r\n"), !text.replacing("\r\n", with: "").contains(where: \.isNewline) else {
      throw Flaw(description: "lines end otherwise")
    }
    let lines = text.split(separator: "\r\n")
    guard lines.map({ $0.prefix(2) }).starts(with: ["v=", "o=", "s=", "t="]) else {
      throw Flaw(description: "the first lines are out of order")
    }
    guard lines[1].split(separator: " ").count == 6 else { throw Flaw(description: "o= has not six parts") }
    for line in lines.dropFirst(4) { try take(line) }
    for one in media where one.port != 0 { try check(one) }
    let mids = media.filter { $0.port != 0 }.flatMap { $0.values("mid") }
    guard bundled.allSatisfy(mids.contains) else { throw Flaw(description: "the group has mids that are refused") }
  }

  private mutating func take(_ line: Substring) throws {
    let value = line.dropFirst(2)
    switch line.prefix(2) {
    case "m=":
      let parts = value.split(separator: " ")
      guard parts.count > 3, let port = Int(parts[1]) else { throw Flaw(description: "m= is short") }
      media.append(Media(kind: String(parts[0]), port: port, payloads: Array(parts[3...])))
    case "a=" where media.isEmpty:
      if value.hasPrefix("group:BUNDLE ") { bundled = value.dropFirst(13).split(separator: " ") }
    case "a=": media[media.count - 1].attributes.append(value)
    case "c=": if media.isEmpty { throw Flaw(description: "c= before media") }
    default: throw Flaw(description: "unknown line \(line)")
    }
  }

  private func check(_ media: Media) throws {
    func one(_ name: String) throws -> Substring {
      let values = media.values(name)
      guard values.count == 1 else { throw Flaw(description: "\(name) comes \(values.count) times") }
      return values[0]
    }
    guard try one("ice-ufrag").count >= 4, try one("ice-pwd").count >= 22, try !one("mid").isEmpty else {
      throw Flaw(description: "ICE is incomplete")
    }
    let fingerprint = try one("fingerprint").split(separator: " ")
    guard fingerprint[0] == "sha-256", fingerprint[1].split(separator: ":").count == 32 else {
      throw Flaw(description: "the fingerprint is none")
    }
    guard ["active", "passive", "actpass"].contains(try one("setup")), media.direction != nil else {
      throw Flaw(description: "setup or direction is missing")
    }
    for payload in media.payloads where !media.values("rtpmap").contains(where: { $0.hasPrefix(payload + " ") }) {
      throw Flaw(description: "\(payload) is not explained")
    }
    for candidate in media.values("candidate") { try Self.check(candidate: candidate) }
  }

  /// What stands behind `candidate:`.
  static func check(candidate: Substring) throws {
    let parts = candidate.split(separator: " ")
    guard parts.count >= 8, Int(parts[1]) != nil, parts[2].lowercased() == "udp", UInt32(parts[3]) != nil,
      UInt16(parts[5]) != nil, parts[6] == "typ", parts[7] == "host"
    else { throw Flaw(description: "the candidate is none") }
  }
}
