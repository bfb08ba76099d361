import ClientSupport
import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore

extension VideoSDK {
  private static let operation = "createRoom"

  /// Makes a room and returns its id.
  ///
  /// `token` nil = the configured one. With a `customRoomId` asking again is harmless and gives the same room; without, each
  /// call makes another. Throws whenever there is no room: `invalidToken` for a token that is refused, `timedOut` and
  /// `unavailable` when nobody knows whether there is one now, `badResponse` for an answer without an id, `cancelled` when the
  /// task is.
  public static func createMeeting(token: String? = nil, customRoomId: String? = nil) async throws(VideoSDKError)
    -> String
  {
    let configured = configured
    return try await createMeeting(
      token: token.map { Secret($0) } ?? configured.token, customRoomId: customRoomId, options: configured.options,
      surroundings: ClientSurroundings())
  }

  /// Makes a room and hands its id on: exactly once, whatever happens, on a thread of Swift's concurrency pool.
  @discardableResult
  public static func createMeeting(
    token: String, completion: @escaping @Sendable (Result<String, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task {
      do throws(VideoSDKError) { completion(.success(try await createMeeting(token: token))) } catch {
        completion(.failure(error))
      }
    }
  }

  static func createMeeting(
    token: Secret?, customRoomId: String?, options: VideoSDKOptions, surroundings: ClientSurroundings
  ) async throws(VideoSDKError) -> String {
    guard let token, !token.isEmpty else { throw .noToken }
    let network = ClientNetwork(surroundings.network.map { .init(transport: $0.transport, sockets: $0.sockets) })
    let result = await room(token, customRoomId, options, network, surroundings.time)
    await network.close()
    do { return try result.get() } catch { throw VideoSDKError(error) }
  }

  private static func room(
    _ token: Secret, _ customRoomID: String?, _ options: VideoSDKOptions, _ network: ClientNetwork,
    _ time: any TimeSource
  ) async -> Result<String, ProviderFailure> {
    let classifier = FailureClassifier(operation: operation, secrets: [token.revealed])
    let answer: HTTPClientResponse
    do throws(HTTPClientFailure) {
      guard let parts = try? network.parts() else {
        return .failure(ProviderFailure(.unavailable, executed: .no, operation: operation))
      }
      answer = try await parts.transport.send(request(token, customRoomID, options))
    } catch { return .failure(classifier.failure(error)) }
    guard (200..<300).contains(answer.status) else {
      return .failure(classifier.failure(answer, now: Timestamp(nanoseconds: time.wallNanoseconds)))
    }
    guard let json = try? JSON.parse(answer.body, mode: .vendor), json.objectValue != nil else {
      return .failure(classifier.unreadable(answer))
    }
    if ErrorBody.isFailure(json) {
      return .failure(classifier.failure(answer, said: json, now: Timestamp(nanoseconds: time.wallNanoseconds)))
    }
    guard let id = json["roomId"]?.stringValue, !id.isEmpty else {
      return .failure(FailureClassifier.missing("/roomId", operation))
    }
    return .success(id)
  }

  private static func request(_ token: Secret, _ customRoomID: String?, _ options: VideoSDKOptions)
    -> HTTPClientRequest
  {
    var fields: HTTPFields = ["Authorization": token.revealed, "Accept": "application/json"]
    if customRoomID != nil { fields.add("Content-Type", "application/json") }
    let body = customRoomID.map { (["customRoomId": .string($0)] as JSON).bytes() } ?? []
    return HTTPClientRequest(
      method: "POST", url: options.restBaseURL + "/v2/rooms", fields: fields, body: body,
      timeouts: HTTPTimeouts(firstByte: options.timeout, idle: options.timeout, total: options.timeout))
  }
}
