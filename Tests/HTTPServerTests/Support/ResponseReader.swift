/// A whole answer as it was on the wire.
struct RawResponse {
  let status: Int
  let head: String
  let body: String

  func field(_ name: String) -> String? {
    for line in head.split(separator: "\r\n").dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == name.lowercased() { return String(parts[1].drop { $0 == " " }) }
    }
    return nil
  }
}

/// Takes answers off a connection one by one, by their framing.
struct ResponseReader {
  let client: RawClient
  private(set) var buffered: [UInt8] = []

  init(_ client: RawClient) { self.client = client }

  mutating func next(hasBody: Bool = true, within seconds: Double = 10) async throws -> RawResponse {
    let head = try await take(through: Array("\r\n\r\n".utf8), seconds)
    let text = String(decoding: head, as: UTF8.self)
    let status = Int(text.split(separator: " ")[1])!
    let response = RawResponse(status: status, head: text, body: "")
    guard hasBody, status != 204, status != 304, status != 100 else { return response }
    let body = try await body(of: response, seconds)
    return RawResponse(status: status, head: text, body: String(decoding: body, as: UTF8.self))
  }

  private mutating func body(of response: RawResponse, _ seconds: Double) async throws -> [UInt8] {
    if let length = response.field("Content-Length") { return try await take(Int(length)!, seconds) }
    var body: [UInt8] = []
    while true {
      let line = try await take(through: [13, 10], seconds)
      let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16)!
      body += try await take(size, seconds)
      _ = try await take(2, seconds)
      if size == 0 { return body }
    }
  }

  private mutating func take(_ count: Int, _ seconds: Double) async throws -> [UInt8] {
    while buffered.count < count { try await fill(seconds) }
    defer { buffered.removeFirst(count) }
    return Array(buffered.prefix(count))
  }

  private mutating func take(through end: [UInt8], _ seconds: Double) async throws -> [UInt8] {
    while true {
      if let range = buffered.firstRange(of: end) { return try await take(range.upperBound, seconds) }
      try await fill(seconds)
    }
  }

  private mutating func fill(_ seconds: Double) async throws {
    let bytes = try await client.receive(within: seconds)
    if bytes.isEmpty { throw RawClient.Refused() }
    buffered += bytes
  }
}
