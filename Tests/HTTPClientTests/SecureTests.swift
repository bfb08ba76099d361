import HTTPClient
import HTTPTypes
import Testing

/// HTTP/2 over TLS, and whom the client trusts.
@Suite struct SecureTests {
  @Test func requestsShareOneHTTP2Connection() async throws {
    let server = try await SecureServer()
    let client = HTTPClient(configuration: HTTPClientConfiguration(caFile: server.certificate))
    for _ in 0..<3 {
      let response = try await fetch(client, get(server.url("/room")))
      #expect(response.status == 200)
      #expect(response.body == Array("a room".utf8))
      // The names of HTTP/2 are lower-case as sent; a server of HTTP/1.1 would not send them so.
      #expect(response.fields.entries.contains { $0.name == "server" && $0.value.hasPrefix("nghttpd") })
    }
    let answer = try await fetch(client, get(server.url("/absent")))
    #expect(answer.status == 404)
    #expect(server.connections == 1)
    await client.shutdown()
  }

  @Test func fiftyStreamsAtOnceAndCancelledOnesLeaveTheRest() async throws {
    let server = try await SecureServer()
    let configuration = HTTPClientConfiguration(maximumConnectionsPerHost: 1, caFile: server.certificate)
    let client = HTTPClient(configuration: configuration)
    let room = server.url("/room")
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          let task = Task { await failed(client, get(room)) }
          if number.isMultiple(of: 5) { task.cancel() }
          let reason = await task.value?.reason
          #expect(reason == nil || (number.isMultiple(of: 5) && reason == .cancelled))
        }
      }
    }
    let answer = try await fetch(client, get(room))
    #expect(answer.status == 200)
    await client.shutdown()
  }

  @Test func aBodyGoesUpOverHTTP2() async throws {
    let server = try await SecureServer()
    let client = HTTPClient(configuration: HTTPClientConfiguration(caFile: server.certificate))
    let body = [UInt8](repeating: 120, count: 1 << 20)
    let request = HTTPClientRequest(method: "POST", url: server.url("/room"), body: body)
    let answer = try await fetch(client, request)
    #expect(answer.status == 200)
    await client.shutdown()
  }

  @Test func aCertificateNobodyVouchesForIsRefusedUnsent() async throws {
    let server = try await SecureServer()
    let client = HTTPClient()
    let failure = await failed(client, get(server.url("/room")))
    #expect(failure?.reason == .tls)
    #expect(failure?.requestMayHaveBeenSent == false)
    await client.shutdown()
  }

  @Test func aCertificateOfAnotherNameIsRefused() async throws {
    let server = try await SecureServer()
    let client = HTTPClient(configuration: HTTPClientConfiguration(caFile: server.certificate))
    #expect(await failed(client, get("https://localhost:\(server.port)/room"))?.reason == .tls)
    await client.shutdown()
  }

  @Test func aMissingFileOfCertificatesTrustsNobody() async throws {
    let server = try await SecureServer()
    let client = HTTPClient(configuration: HTTPClientConfiguration(caFile: "\(server.certificate).absent"))
    #expect(await failed(client, get(server.url("/room")))?.reason == .tls)
    await client.shutdown()
  }
}
