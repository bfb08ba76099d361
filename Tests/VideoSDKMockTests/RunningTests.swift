import Clocks
import Cryptography
import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import Synchronization
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("A mock that listens")
struct RunningTests {
  private func token(_ mock: RunningVideoSDKMock) -> String {
    let now = SystemTime().wallNanoseconds / 1_000_000_000
    let claims: JSON = [
      "apikey": .string(mock.apiKey), "permissions": ["allow_join", "allow_mod"], "version": 2,
      "exp": .integer(now + 600),
    ]
    return (try? JWT.sign(claims: claims, secret: mock.secret)) ?? ""
  }

  @Test("it listens on a free port and says how it is reached")
  func ready() async throws {
    let mock = try await VideoSDKMock.start()
    let client = HTTPClient()
    let document = mock.readyDocument
    #expect(document["vendor"] == "videosdk")
    #expect(document["url"]?.stringValue == mock.url)
    #expect(document["api_key"]?.stringValue == mock.apiKey)
    #expect(document["secret"]?.stringValue == mock.secret.revealed)
    let made = try await client.send(
      HTTPClientRequest(method: "POST", url: mock.url + "/v2/rooms", fields: ["authorization": token(mock)]))
    #expect(made.status == 200)
    let room = try JSON.parse(made.body, mode: .strict)
    #expect(room["links"]?["get_room"]?.stringValue?.hasPrefix(mock.url + "/v2/rooms/") == true)
    await mock.stop()
    await client.shutdown()
  }

  @Test("its webhooks reach a listener on the loopback, and its key verifies them")
  func webhooks() async throws {
    let mock = try await VideoSDKMock.start()
    let client = HTTPClient()
    let listener = Listener()
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: listener)
    let body: JSON = ["webhook": ["endPoint": .string("http://127.0.0.1:\(server.port)/hook"), "events": ["*"]]]
    let made = try await client.send(
      HTTPClientRequest(
        method: "POST", url: mock.url + "/v2/rooms",
        fields: ["Authorization": token(mock), "Content-Type": "application/json"], body: body.bytes()))
    let room = try JSON.parse(made.body, mode: .strict)["roomId"]?.stringValue ?? ""
    let join: JSON = ["participant_id": "a"]
    _ = try await client.send(
      HTTPClientRequest(
        method: "POST", url: mock.url + "/_mock/rooms/\(room)/participants", fields: [:], body: join.bytes()))
    #expect(await eventually { listener.requests.count >= 2 })
    let answer = try await client.send(
      HTTPClientRequest(method: "GET", url: mock.url + "/v2/public/rsa-public-key", fields: [:]))
    let pem = try JSON.parse(answer.body, mode: .strict)["publicKey"]?.stringValue ?? ""
    let key = try #require(RSAPublicKey(pem: pem))
    for request in listener.requests {
      let signature = request.head.fields["videosdk-signature"].flatMap(Base64.decode)
      #expect(key.verifies(signature ?? [], of: request.body))
    }
    await mock.stop()
    await server.stop(drain: .zero)
    await client.shutdown()
  }

  /// Takes deliveries from the wire.
  private final class Listener: HTTPHandler {
    private let taken = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { taken.withLock { $0 } }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
      taken.withLock { $0.append(request) }
      return HTTPResponse(status: 200)
    }
  }
}
