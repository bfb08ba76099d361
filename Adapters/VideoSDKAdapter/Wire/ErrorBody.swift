import JSONCoding

/// What an answer says of a failure. The service has no one form for it: an object with `error`, `message`, `statusCode`,
/// `code` or `success`, a JSON string, or plain text.
struct ErrorBody: Sendable, Hashable {
  /// The service's own code, e.g. 4001.
  let code: Int64?
  let message: String?
  /// Something between us and the service wrote it.
  let isPage: Bool

  init(_ body: [UInt8]) {
    self = (try? JSON.parse(body, mode: .vendor)).map(Self.init) ?? Self(text: body)
  }

  init(_ json: JSON) {
    isPage = false
    let inner = json["error"]?.objectValue.map(JSON.object)
    code = Self.number(json["code"]) ?? Self.number(json["errorCode"]) ?? inner.flatMap { Self.number($0["code"]) }
    let told = [json, json["error"], json["message"], inner?["message"], json["errorMessage"], json["msg"]]
    message = told.compactMap { $0?.stringValue }.first { !$0.isEmpty } ?? Self.joined(json["message"])
  }

  private init(text body: [UInt8]) {
    let text = String(decoding: body.prefix(1_000), as: UTF8.self)
    isPage = text.drop { $0.isWhitespace }.hasPrefix("<")
    code = nil
    message = isPage || text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// Whether a document under a success says that it is none.
  static func isFailure(_ json: JSON) -> Bool {
    guard json.objectValue != nil else { return false }
    if json["success"]?.boolValue == false { return true }
    if let status = number(json["statusCode"]) ?? number(json["status"]), (400..<600).contains(status) { return true }
    if let code = number(json["code"]), code >= 400 { return true }
    return json["error"].map { !$0.isNull && $0 != false && $0 != "" } ?? false
  }

  /// Lower case, for looking into.
  var words: String { message?.lowercased() ?? "" }

  private static func number(_ json: JSON?) -> Int64? {
    json?.integerValue ?? json?.stringValue.flatMap { Int64($0) }
  }

  /// Several complaints about one request.
  private static func joined(_ json: JSON?) -> String? {
    let texts = json?.arrayValue?.compactMap(\.stringValue) ?? []
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
