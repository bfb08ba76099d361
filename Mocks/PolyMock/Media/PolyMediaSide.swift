import Cryptography

/// What one side of a call calls itself in ICE and DTLS.
struct PolyMediaSide: Sendable, Equatable {
  let ufrag: String
  let password: String
  /// Of a certificate, SHA-256: pairs of hexadecimal digits with colons between.
  let fingerprint: String
  /// Names this session in `o=`.
  let number: UInt64
  /// Of what is sent.
  let source: UInt32

  init(_ identifiers: PolyIdentifiers) {
    ufrag = identifiers.letters(8)
    password = identifiers.letters(24)
    let bytes = identifiers.bytes(32)
    let digits = Array(Hex.encode(SHA256.digest(bytes)).uppercased())
    fingerprint = stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }.joined(separator: ":")
    number = bytes.prefix(7).reduce(0) { $0 << 8 | UInt64($1) }
    source = bytes.suffix(4).reduce(1) { $0 << 7 | UInt32($1) }
  }

  /// Candidates that lead to nobody: the port discards.
  func candidate(_ index: Int) -> String {
    let priority = 2_130_706_431 - index * 256
    return "candidate:\(index + 1) 1 udp \(priority) 127.0.0.1 \(9 + index) typ host generation 0 ufrag \(ufrag)"
  }
}
