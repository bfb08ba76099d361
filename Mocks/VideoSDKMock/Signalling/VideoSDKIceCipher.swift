package import Cryptography
import JSONCoding

/// How the list of ICE servers is hidden in the bootstrap: AES-256-CBC, in base64. Clients of the vendor bring key and
/// vector with them; a mock that such a client is to join must be told them.
package struct VideoSDKIceCipher: Sendable, Equatable {
  private let key: [UInt8]
  private let vector: [UInt8]

  /// Throws when the key is not 32 bytes or the vector not 16.
  package init(key: [UInt8], vector: [UInt8]) throws(AESCBC.Failure) {
    guard key.count == 32, vector.count == 16 else { throw .badKey }
    self.key = key
    self.vector = vector
  }

  /// One that nobody else knows.
  init(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    key = random.bytes(32)
    vector = random.bytes(16)
  }

  /// The document, hidden.
  func hidden(_ document: JSON) -> String {
    // Key and vector have their lengths, which is all that could fail.
    Base64.encode((try? AESCBC.encrypt(document.bytes(), key: key, vector: vector)) ?? [])
  }
}
