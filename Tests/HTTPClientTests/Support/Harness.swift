import Glibc
import HTTPClient
import HTTPTypes
import Testing

/// Runs `body` with a scripted server and a client, and ends both.
func withServer(
  _ script: @escaping ScriptedServer.Script, _ configuration: HTTPClientConfiguration = HTTPClientConfiguration(),
  _ body: (ScriptedServer, HTTPClient) async throws -> Void
) async throws {
  let server = try ScriptedServer(script)
  let client = HTTPClient(configuration: configuration)
  let result: Result<Void, any Error>
  do { result = .success(try await body(server, client)) } catch { result = .failure(error) }
  await client.shutdown()
  await server.stop()
  try result.get()
}

/// The answer. Expectations inside closures want errors without a type.
func fetch(_ client: HTTPClient, _ request: HTTPClientRequest) async throws -> HTTPClientResponse {
  try await client.send(request)
}

func outcome(_ client: HTTPClient, _ request: HTTPClientRequest) async -> Result<HTTPClientResponse, HTTPClientFailure>
{
  do { return .success(try await client.send(request)) } catch { return .failure(error) }
}

/// How a request failed; nil when it did not.
func failed(_ client: HTTPClient, _ request: HTTPClientRequest) async -> HTTPClientFailure? {
  guard case .failure(let failure) = await outcome(client, request) else { return nil }
  return failure
}

func get(_ url: String, timeouts: HTTPTimeouts = HTTPTimeouts(), limit: Int = 1 << 20) -> HTTPClientRequest {
  HTTPClientRequest(method: "GET", url: url, timeouts: timeouts, maximumResponseBytes: limit)
}

/// How many descriptors this process has open.
func openDescriptors() -> Int {
  guard let folder = opendir("/proc/self/fd") else { return 0 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}

/// Answers every request of a connection with `answer`.
func answering(_ answer: String) -> ScriptedServer.Script {
  { connection in
    while connection.request() != nil { connection.say(answer) }
  }
}

let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
