import Cryptography
import JSONCoding
import MeetingCore
import Synchronization

/// A delivery as it came, with the header fields that are looked at to check it.
struct IncomingHook: Sendable {
  let body: [UInt8]
  let header: @Sendable (String) -> [String]
  let receivedAt: Timestamp

  init(body: [UInt8], header: @escaping @Sendable (String) -> [String], receivedAt: Timestamp) {
    self.body = body
    self.header = header
    self.receivedAt = receivedAt
  }

  /// Its key, or why it is not trusted.
  func verdict(of receiver: any WebhookReceiving, now: Timestamp) -> Result<String?, WebhookRejection> {
    do { return .success(try receiver.verify(body, header: header, now: now)) } catch { return .failure(error) }
  }

  /// Everything that is needed to check and read it later.
  func document(for receiver: any WebhookReceiving, now: Timestamp) -> JSON {
    let asked = Mutex<[String]>([])
    let noting: @Sendable (String) -> [String] = { name in
      asked.withLock { if !$0.contains(name) { $0.append(name) } }
      return header(name)
    }
    _ = IncomingHook(body: body, header: noting, receivedAt: receivedAt).verdict(of: receiver, now: now)
    var fields = JSONObject()
    for name in asked.withLock({ $0 }) { fields[name] = .array(header(name).map(JSON.string)) }
    return ["fields": .object(fields), "body": .string(Base64URL.encode(body))]
  }

  /// nil when the document is none.
  init?(_ document: JSON, receivedAt: Timestamp) {
    guard let fields = document["fields"]?.objectValue,
      let body = document["body"]?.stringValue.flatMap({ Base64URL.decode($0) })
    else { return nil }
    var values: [String: [String]] = [:]
    for (name, list) in fields.pairs { values[name] = list.arrayValue?.compactMap(\.stringValue) }
    let known = values
    self.init(body: body, header: { known[$0] ?? [] }, receivedAt: receivedAt)
  }
}
