import HTTPTypes

/// What a client sends to open a connection, and how it reads the answer. A value: bytes in, a verdict out.
struct ClientHandshake: Sendable {
  struct Opened: Sendable, Hashable {
    let subprotocol: String?
    /// What came behind the answer's head.
    let early: [UInt8]
  }

  private static let longestHead = 16 << 10

  private let target: WebSocketTarget
  private let fields: HTTPFields
  private let subprotocols: [String]
  private let key: String
  private var answer: [UInt8] = []

  init(target: WebSocketTarget, fields: HTTPFields, subprotocols: [String], key: String) {
    self.target = target
    self.fields = fields
    self.subprotocols = subprotocols
    self.key = key
  }

  var request: [UInt8] {
    var lines = [
      "GET \(target.path) HTTP/1.1", "Host: \(target.host)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
    ]
    if !subprotocols.isEmpty { lines.append("Sec-WebSocket-Protocol: " + subprotocols.joined(separator: ", ")) }
    lines += fields.entries.filter(Self.isSound).map { "\($0.name): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// nil while the head is not complete.
  mutating func take(_ bytes: some Sequence<UInt8>) -> Result<Opened, WebSocketError>? {
    let known = max(0, answer.count - 3)
    answer += bytes
    guard let end = answer[known...].firstRange(of: Array("\r\n\r\n".utf8)) else {
      return answer.count > Self.longestHead ? .failure(.notAHandshake) : nil
    }
    let lines = String(decoding: answer[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    return judge(lines, early: Array(answer[end.upperBound...]))
  }

  private func judge(_ lines: [Substring], early: [UInt8]) -> Result<Opened, WebSocketError> {
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0].hasPrefix("HTTP/1.1"), let status = Int(words[1]) else {
      return .failure(.notAHandshake)
    }
    guard status == 101 else { return .failure(.refused(status: status)) }
    var got = HTTPFields()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return .failure(.notAHandshake) }
      got.add(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    let agreed = got["Sec-WebSocket-Protocol"]
    guard got["Sec-WebSocket-Accept"] == HandshakeKey.accept(key), got["Upgrade"]?.lowercased() == "websocket",
      got["Sec-WebSocket-Extensions"] == nil, agreed.map(subprotocols.contains) ?? true
    else { return .failure(.notAHandshake) }
    return .success(Opened(subprotocol: agreed, early: early))
  }

  private static func isSound(_ entry: HTTPFields.Entry) -> Bool {
    !entry.name.isEmpty && entry.name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 58 }
      && entry.value.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
  }
}
