package import HTTPClient
package import HTTPTypes
package import JSONCoding

/// Sends requests to one base URL; what is answered goes to the witness.
package struct Caller: Sendable {
  package let url: String
  package let fields: HTTPFields
  package let client: HTTPClient
  package let witness: Witness

  package init(url: String, fields: HTTPFields, client: HTTPClient, witness: Witness) {
    (self.url, self.fields, self.client, self.witness) = (url, fields, client, witness)
  }

  /// The same caller with another credential; nil for none.
  package func with(credential: String?) -> Caller {
    var fields = fields
    fields["Authorization"] = credential.map { "Bearer \($0)" }
    return Caller(url: url, fields: fields, client: client, witness: witness)
  }

  package func with(_ name: String, _ value: String) -> Caller {
    var fields = fields
    fields[name] = value
    return Caller(url: url, fields: fields, client: client, witness: witness)
  }

  /// The same caller, its answers kept by nobody: for tests that move more than memory holds.
  package var unwitnessed: Caller { Caller(url: url, fields: fields, client: client, witness: Witness(keeps: false)) }

  @discardableResult
  package func get(_ path: String) async throws -> Reply { try await send("GET", path) }

  @discardableResult
  package func post(_ path: String, _ body: JSON? = nil) async throws -> Reply {
    try await send("POST", path, body?.bytes() ?? [])
  }

  package func patch(_ path: String, _ body: JSON) async throws -> Reply {
    try await send("PATCH", path, body.bytes())
  }

  /// The state of a mock after a long run is large.
  private static let maximumResponseBytes = 1 << 29

  @discardableResult
  package func send(_ method: String, _ path: String, _ body: [UInt8]? = nil, type: String? = "application/json")
    async throws
    -> Reply
  {
    var fields = fields
    if let body, !body.isEmpty { fields["Content-Type"] = type }
    let started = ContinuousClock.now
    let answer = try await client.send(
      HTTPClientRequest(
        method: method, url: url + path, fields: fields, body: body,
        timeouts: HTTPTimeouts(connect: .seconds(10), firstByte: .seconds(20), idle: .seconds(20), total: .seconds(25)),
        maximumResponseBytes: Self.maximumResponseBytes)
    )
    let reply = Reply(
      status: answer.status, fields: answer.fields, bytes: answer.body, took: ContinuousClock.now - started)
    witness.saw(path: path, fields: reply.fields, text: reply.text)
    return reply
  }
}
