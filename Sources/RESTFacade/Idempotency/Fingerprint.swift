import Cryptography
import JSONCoding

/// Tells one request from another by what it asks for, not by how it is written: the order of keys and white space do
/// not count, and no body is as good as an empty object.
enum Fingerprint {
  /// A body field by field: `name=hash`, sorted and separated by commas, so that it can be said which fields differ.
  static func fields(of body: JSON?) -> String {
    let pairs = body?.objectValue?.pairs ?? []
    return pairs.map { "\($0.key)=\(Hex.encode(Array(SHA256.digest($0.value.canonicalBytes()).prefix(16))))" }
      .sorted().joined(separator: ",")
  }

  /// SHA-256 of method, path and body.
  static func bytes(of body: JSON?, route: String) -> [UInt8] {
    SHA256.digest(Array(route.utf8) + [10] + canonical(body))
  }

  private static func canonical(_ body: JSON?) -> [UInt8] { (body ?? .object(JSONObject())).canonicalBytes() }
}
