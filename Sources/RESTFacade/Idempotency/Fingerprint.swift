import Cryptography
import JSONCoding

/// Tells one request from another by what it asks for, not by how it is written: the order of keys and white space do
/// not count, and no body is as good as an empty object.
enum Fingerprint {
  /// SHA-256 of a body.
  static func hex(of body: JSON?) -> String { Hex.encode(SHA256.digest(canonical(body))) }

  /// SHA-256 of method, path and body.
  static func bytes(of body: JSON?, route: String) -> [UInt8] {
    SHA256.digest(Array(route.utf8) + [10] + canonical(body))
  }

  private static func canonical(_ body: JSON?) -> [UInt8] { (body ?? .object(JSONObject())).canonicalBytes() }
}
