import HTTPTypes

/// Requests as RFC 9112 has them, read with none of its leniencies: what the server's own judging is compared with.
struct StrictHead: Equatable {
  enum Reading: Equatable {
    case request(StrictHead, rest: ArraySlice<UInt8>)
    /// The head is no good.
    case bad
    /// It does not end.
    case unfinished
  }

  let method: String
  let target: String
  /// Names in lower case.
  let fields: [[String]]
  let isOld: Bool

  /// Whether the connection ends behind it.
  var closes: Bool {
    let words = values("connection").flatMap { value in
      value.lowercased().split(separator: ",").map { String($0.filter { $0 != " " }) }
    }
    return words.contains("close") || (isOld && !words.contains("keep-alive"))
  }

  func isSame(as head: HTTPRequestHead) -> Bool {
    let given = head.fields.entries.map { [$0.name.lowercased(), $0.value] }
    return same(head.method, method) && same(head.path + (head.query.map { "?" + $0 } ?? ""), target)
      && given.elementsEqual(fields) { same($0[0], $1[0]) && same($0[1], $1[1]) }
  }

  func values(_ name: String) -> [String] { fields.filter { $0[0] == name }.map { $0[1] } }

  static func read(_ given: ArraySlice<UInt8>) -> Reading {
    // The one leniency that RFC 9112 asks for: empty lines before a request count for nothing, whichever way they end.
    var bytes = given
    while bytes.first == 10 || bytes.starts(with: [13, 10]) { bytes = bytes.dropFirst(bytes.first == 10 ? 1 : 2) }
    guard let end = bytes.firstRange(of: [13, 10, 13, 10]) else { return .unfinished }
    var lines = text(Array(bytes[..<end.lowerBound])).utf8.split(separator: 10, omittingEmptySubsequences: false)
    // Every line but the last ends in CR LF.
    for index in lines.indices.dropLast() {
      guard lines[index].last == 13 else { return .bad }
      lines[index] = lines[index].dropLast()
    }
    let words = lines.map { Array($0) }
    guard words.allSatisfy({ !$0.contains(13) }), let (method, target, isOld) = requestLine(words[0]),
      let fields = fields(words.dropFirst())
    else { return .bad }
    let head = StrictHead(method: method, target: target, fields: fields, isOld: isOld)
    guard let length = head.bodyLength else { return .bad }
    let rest = bytes[end.upperBound...]
    return rest.count < length ? .unfinished : .request(head, rest: rest.dropFirst(length))
  }

  private static func requestLine(_ line: [UInt8]) -> (String, String, isOld: Bool)? {
    let words = line.split(separator: 32, omittingEmptySubsequences: false).map { Array($0) }
    guard words.count == 3, isToken(words[0]), words[0].count <= 32, words[1].allSatisfy({ $0 > 32 && $0 < 127 }),
      words[1].first == 47 || words[1] == [42], isVersion(words[2])
    else { return nil }
    return (text(words[0]), text(words[1]), words[2].last == 48)
  }

  /// A newer minor version than is known is taken as the newest known one.
  private static func isVersion(_ word: [UInt8]) -> Bool {
    text(Array(word.dropLast())) == "HTTP/1." && word.count == 8 && (48...57).contains(word[7])
  }

  private static func fields(_ lines: ArraySlice<[UInt8]>) -> [[String]]? {
    var fields: [[String]] = []
    for line in lines {
      guard let colon = line.firstIndex(of: 58), isToken(Array(line[..<colon])) else { return nil }
      let value = trimmed(line[(colon + 1)...])
      guard value.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }) else { return nil }
      fields.append([text(Array(line[..<colon])).lowercased(), text(Array(value))])
    }
    return fields
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var value = value.drop { $0 == 32 || $0 == 9 }
    while value.last == 32 || value.last == 9 { value.removeLast() }
    return value
  }

  /// How long the body is; nil when the head does not say so in one way. Chunked bodies count as bad: none is sent here.
  private var bodyLength: Int? {
    let (hosts, lengths) = (values("host"), values("content-length"))
    guard hosts.count == 1 || (isOld && hosts.isEmpty), lengths.count <= 1, values("transfer-encoding").isEmpty else {
      return nil
    }
    guard let length = lengths.first else { return 0 }
    guard !length.isEmpty, length.utf8.count < 19, length.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(length)
  }

  private static func isToken(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
