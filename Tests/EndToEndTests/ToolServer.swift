import Cryptography
import HTTPServer
import HTTPTypes
import JSONCoding
import Synchronization

/// An integrator's server that answers the calls of an agent's tools.
final class ToolServer: HTTPHandler {
  private let calls = Mutex<[HTTPRequest]>([])
  private let answer: @Sendable (JSON) -> HTTPResponse

  private init(_ answer: @escaping @Sendable (JSON) -> HTTPResponse) { self.answer = answer }

  static func running(
    _ answer: @escaping @Sendable (JSON) -> HTTPResponse, _ body: (ToolServer, _ url: String) async throws -> Void
  ) async throws {
    let tools = ToolServer(answer)
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: tools)
    do { try await body(tools, "http://127.0.0.1:\(server.port)/tools/weather") } catch {
      await server.stop(drain: .seconds(1))
      throw error
    }
    await server.stop(drain: .seconds(1))
  }

  var requests: [HTTPRequest] { calls.withLock { $0 } }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    calls.withLock { $0.append(request) }
    return answer((try? JSON.parse(request.body, mode: .strict)) ?? .null)
  }

  /// Whether a call is signed with the secret, as the scheme says.
  static func isSigned(_ request: HTTPRequest, with secret: String) -> Bool {
    guard let id = request.head.fields["webhook-id"], let time = request.head.fields["webhook-timestamp"],
      let key = Base64.decode(String(secret.dropFirst("whsec_".count)))
    else { return false }
    let signed = HMACSHA256.sign(Array("\(id).\(time).".utf8) + request.body, key: key)
    return request.head.fields["webhook-signature"] == "v1," + Base64.encode(signed)
  }
}
