/// Names of fields, headers and parameters that hold something secret.
enum SecretName {
  private static let parts = [
    "token", "secret", "password", "passwd", "passphrase", "authorization", "signature", "credential", "cookie", "jwt",
    "private_key", "apikey", "access_key", "client_key",
  ].map { Array($0.utf8) }

  private static let headers = ["authorization", "cookie"].map { Array($0.utf8) }

  static func isContained(in name: ArraySlice<UInt8>) -> Bool { contains(name, anyOf: parts) }

  /// Headers whose whole line is secret, since their value has several words.
  static func takesLine(_ name: ArraySlice<UInt8>) -> Bool { contains(name, anyOf: headers) }

  private static func contains(_ name: ArraySlice<UInt8>, anyOf words: [[UInt8]]) -> Bool {
    let plain = name.map { $0 == 45 ? 95 : (65...90).contains($0) ? $0 | 0x20 : $0 }
    return words.contains { word in
      plain.indices.dropLast(word.count - 1).contains { plain[$0...].starts(with: word) }
    }
  }
}
