import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct SendingTests {
  @Test func aRefusedTokenIsMintedAnewOnce() async throws {
    let transport = AnsweringTransport { _, index in
      index == 0 ? .error(40, 401, "expired") : .json(["call": Fixture.call()], status: 200)
    }
    let found = try await Fixture.provider(transport).findRoom(
      key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
    #expect(found == Fixture.room)
    let tokens = transport.requests.compactMap { $0.fields["Authorization"] }
    #expect(tokens.count == 2 && tokens[0] != tokens[1])
  }

  @Test func aSecondRefusalEndsIt() async {
    let transport = AnsweringTransport { _, _ in .error(5, 401, "Token signature is invalid") }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).goLive(Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .credentials)
    #expect(error?.executed == .no)
    #expect(error?.vendorCode == "5")
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: [(17, 403), (9, 429), (-1, 500), (4, 400)])
  func nothingElseIsRepeated(_ code: Int64, _ status: Int) async {
    let transport = AnsweringTransport { _, _ in .error(code, status, "no") }
    _ = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).ban("bo", in: Fixture.room, Fixture.context())
    }
    #expect(transport.requests.count == 1)
  }

  @Test func everyRequestCarriesWhatTheServiceAsksFor() async throws {
    let transport = AnsweringTransport { _, _ in .json(["call": Fixture.call()], status: 200) }
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let context = Fixture.context(trace: trace)
    for _ in 0..<2 {
      _ = try await Fixture.provider(transport).findRoom(key: Fixture.roomKey, kind: .audioRoom, context)
    }
    let request = try #require(transport.requests.first)
    #expect(
      request.url
        == "http://127.0.0.1:1/api/v2/video/call/audio_room/\(Fixture.roomKey)?api_key=key-a&members_limit=1")
    #expect(request.fields["stream-auth-type"] == "jwt")
    #expect(request.fields["X-Stream-Client"] == "switchboard-server")
    #expect(request.fields["traceparent"] == trace)
    #expect(request.fields["Authorization"]?.hasPrefix("eyJ") == true)
    #expect(request.fields["x-client-request-id"]?.utf8.count == 36)
    #expect(request.body == nil)
  }

  @Test func aDeadlineThatHasPassedSendsNothing() async {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).goLive(Fixture.room, Fixture.context(seconds: -1))
    }
    #expect(error == ProviderFailure(.timeout, executed: .no, operation: "GoLive"))
    #expect(transport.requests.isEmpty)
  }

  @Test func theDeadlineBoundsEveryWait() async throws {
    let transport = AnsweringTransport { _, _ in .json(["call": Fixture.call(backstage: false)]) }
    _ = try await Fixture.provider(transport).goLive(Fixture.room, Fixture.context(seconds: 60))
    _ = try await Fixture.provider(transport).goLive(Fixture.room, Fixture.context(seconds: 1))
    let waits = transport.requests.map(\.timeouts)
    #expect(waits[0].connect == .seconds(2) && waits[0].firstByte == .seconds(5))
    #expect(waits[1].connect <= .seconds(1) && waits[1].firstByte <= .seconds(1) && waits[1].total <= .seconds(1))
  }

  @Test(arguments: ["<html>captive portal</html>", "{", "[]", "null"])
  func aSuccessThatCannotBeReadWasExecuted(_ body: String) async {
    let transport = AnsweringTransport { _, _ in .success(HTTPClientResponse(status: 201, body: Array(body.utf8))) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).ban("bo", in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .badResponse(pointer: ""))
    #expect(error?.executed == .yes)
  }

  @Test(arguments: [200, 201, 202, 204, 205])
  func aSuccessWithoutABodyConfirmsWhatIsNotRead(_ status: Int) async throws {
    let transport = AnsweringTransport { _, _ in .success(HTTPClientResponse(status: status)) }
    let outcome = try await Fixture.provider(transport).ban("bo", in: Fixture.room, Fixture.context())
    #expect(outcome.isApplied)
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).findRoom(key: "r", kind: .audioRoom, Fixture.context())
    }
    #expect(error?.reason == .badResponse(pointer: ""))
  }

  @Test func anErrorDocumentUnderASuccessIsAnError() async {
    let body: JSON = ["code": -1, "StatusCode": 500, "message": "internal error"]
    let transport = AnsweringTransport { _, _ in .json(body) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).ban("bo", in: Fixture.room, Fixture.context())
    }
    #expect(error?.reason == .badResponse(pointer: "/code"))
    #expect(error?.executed == .maybe)
  }

  @Test func aByteOrderMarkBeforeAnAnswerIsSkipped() async throws {
    let body = [0xEF, 0xBB, 0xBF] + (["call": Fixture.call()] as JSON).bytes()
    let transport = AnsweringTransport { _, _ in .success(HTTPClientResponse(status: 200, body: body)) }
    let found = try await Fixture.provider(transport).findRoom(
      key: Fixture.roomKey, kind: .audioRoom, Fixture.context())
    #expect(found != nil)
  }

  @Test func anEmptyKeyMakesNoRequest() async {
    let transport = AnsweringTransport { _, _ in .json([:]) }
    let error = await failure { () throws(ProviderFailure) in
      try await Fixture.provider(transport).findRoom(key: "", kind: .audioRoom, Fixture.context())
    }
    #expect(error?.reason == .invalid)
    #expect(transport.requests.isEmpty)
  }
}
