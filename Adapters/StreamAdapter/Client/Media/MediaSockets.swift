package import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
package import WebSocket

/// The media side as mocks offer it: its events and requests in JSON over a WebSocket.
package struct MediaSockets: MediaSide {
  /// Marks an endpoint where JSON is spoken; the service's own never have it.
  private static let mark = "framing=json"

  private let client: any WebSocketConnecting
  private let time: any TimeSource
  private let timings: MediaTimings
  private let longestMessage: Int

  /// A server that says more than `longestMessage` bytes at once breaks the rules.
  package init(
    client: any WebSocketConnecting, time: any TimeSource, timings: MediaTimings = MediaTimings(),
    longestMessage: Int = 4 << 20
  ) {
    self.client = client
    self.time = time
    self.timings = timings
    self.longestMessage = longestMessage
  }

  package func join(
    _ credentials: MediaCredentials, session: String
  ) async throws(MediaFailure) -> any MediaSession {
    guard Self.isSpoken(credentials.endpoint) else { throw .notSpoken }
    let connection = try await connect(credentials.endpoint)
    do throws(MediaFailure) {
      await connection.send(.text(MediaWriting.join(credentials.token, session: session).bytes()))
      let start = try await welcome(on: connection)
      return MediaSocket(MediaLine(connection, time, timings), start)
    } catch {
      await connection.close()
      throw error
    }
  }

  private static func isSpoken(_ endpoint: String) -> Bool {
    let query = endpoint.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return query.split(separator: "&").contains { $0 == mark }
  }

  private func connect(_ endpoint: String) async throws(MediaFailure) -> WebSocketConnection {
    do {
      return try await client.connect(
        endpoint, fields: [:], options: WebSocketOptions(maximumMessageBytes: longestMessage),
        timeouts: HTTPTimeouts(connect: timings.handshake, total: timings.handshake))
    } catch {
      switch error {
      case .timedOut: throw .timedOut
      case .cancelled: throw .cancelled
      case .invalidURL: throw .badCredentials(pointer: "/credentials/server/ws_endpoint")
      case .notConnected, .refused, .notAHandshake, .system: throw .notConnected
      }
    }
  }

  /// What the server says first.
  private func welcome(on connection: WebSocketConnection) async throws(MediaFailure) -> MediaStart {
    guard let first = await connection.receive(within: timings.handshake, time) else {
      if Task.isCancelled { throw .cancelled }
      throw connection.closure.map(MediaLine.lost) ?? .timedOut
    }
    switch try MediaReading.message(first.bytes) {
    case .welcome(let start): return start
    case .event(.error(let refusal)): throw .refused(refusal)
    case .event, .answer, .unknown: throw .badMessage(pointer: "/type")
    }
  }
}
