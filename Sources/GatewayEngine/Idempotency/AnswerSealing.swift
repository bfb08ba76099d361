import Cryptography
import HTTPTypes
import JSONCoding

/// Stored answers may hold tokens and keys, so they are sealed.
struct AnswerSealing: Sendable {
  private let key: [UInt8]

  init(key: Secret) { self.key = HMACSHA256.sign(Array("switchboard stored answers".utf8), key: key.bytes) }

  func seal(_ answer: StoredAnswer, for claim: String) -> [UInt8]? {
    let fields = answer.fields.entries.map { JSON.array([.string($0.name), .string($0.value)]) }
    let plain: JSON = [
      "status": .integer(Int64(answer.status)), "fields": .array(fields),
      "body": .string(Base64URL.encode(answer.body)),
    ]
    return try? AESGCM.seal(plain.bytes(), key: key, aad: Array(claim.utf8))
  }

  func open(_ sealed: [UInt8], for claim: String) -> StoredAnswer? {
    guard let plain = try? AESGCM.open(sealed, key: key, aad: Array(claim.utf8)),
      let json = try? JSON.parse(plain, mode: .strict), let status = json["status"]?.integerValue,
      let body = json["body"]?.stringValue.flatMap({ Base64URL.decode($0) })
    else { return nil }
    var fields = HTTPFields()
    for pair in json["fields"]?.arrayValue ?? [] {
      if let name = pair.arrayValue?.first?.stringValue, let value = pair.arrayValue?.last?.stringValue {
        fields.add(name, value)
      }
    }
    return StoredAnswer(status: Int(status), fields: fields, body: body)
  }
}
