package import HTTPTypes
package import JSONCoding
package import MockKit

/// A mock that is asked without a network between.
package protocol MockInProcess: Sendable {
  var engine: MockEngine { get }
}

extension MockInProcess {
  /// One request, as it is.
  package func raw(
    _ method: String, _ path: String, query: String? = nil, fields: HTTPFields = [:], body: [UInt8] = []
  ) async -> MockReply {
    let head = HTTPRequestHead(method: method, path: path, query: query, fields: fields, hasBody: !body.isEmpty)
    return MockReply(await engine.respond(to: HTTPRequest(head: head, body: body)))
  }

  /// One control request.
  @discardableResult
  package func control(_ method: String, _ path: String, _ body: JSON? = nil, query: String? = nil) async -> MockReply {
    await raw(method, "/_mock/" + path, query: query, body: body?.bytes() ?? [])
  }

  /// Lets time pass for the vendor.
  package func advance(seconds: Int64) async {
    await control("POST", "clock", ["advance_ms": .integer(seconds * 1000)])
  }

  /// Points every event, or those of some types, at the receiver.
  package func listen(_ types: [String] = []) async {
    await control("POST", "webhooks", ["url": "http://receiver.test/hook", "events": .strings(types)])
  }
}
