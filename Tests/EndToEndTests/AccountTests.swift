import Foundation
import JSONCoding
import ProgramTesting
import Testing

/// `providers check` and `setup` against the vendor's mock, as an operator uses them.
@Suite struct AccountTests {
  private static let url = "https://rooms.example"

  @Test func whatIsMissingIsToldMadeAndThenThere() async throws {
    let served = try await Served.start(logLevel: "error", options: ["audio_room_call_type": "our_rooms"])
    let common = ["stream-main", "--config", served.configuration, "--public-url", Self.url]
    func run(_ words: String...) async throws -> Program.Result {
      try await Program.run(["providers", words[0]] + common + words.dropFirst())
    }
    let before = try await run("check")
    #expect(before.status == 1)
    #expect(before.output.contains("broken  rooms: the app has no call type our_rooms"), "\(before.output)")
    #expect(before.output.contains("degraded  deliveries: the app has no webhook for"), "\(before.output)")
    let rehearsal = try await run("setup")
    #expect(rehearsal.status == 0)
    #expect(rehearsal.output.contains("to do: make the call type our_rooms"))
    #expect(rehearsal.output.contains("Nothing was changed"))
    #expect(try await run("check").status == 1)
    let done = try await run("setup", "--apply")
    #expect(done.status == 0, "\(done.output)\(done.errors)")
    #expect(done.output.contains("done: add a webhook for \(Self.url)/v1/hooks/stream-main"))
    let after = try await run("check", "--json")
    #expect(after.status == 0, "\(after.output)")
    let lines = try after.output.split(separator: "\n").map { try JSON.parse(Array($0.utf8), mode: .strict) }
    #expect(lines.count == 6)
    #expect(lines.allSatisfy { $0["state"] == "good" && $0["provider"] == "stream-main" }, "\(after.output)")
    let again = try await run("setup", "--apply")
    #expect(again.output == "stream-main is as it must be\n")
    #expect(!(before.output + done.output + after.output).contains(Served.apiSecret))
    #expect(await served.stop() == (0, 0))
  }

  @Test func whereRoomsAreToldThereIsNothingToSetUp() async throws {
    let served = try await Served.start(.videoSDK, logLevel: "error")
    func run(_ words: String..., at url: String) async throws -> Program.Result {
      let account = ["videosdk-main", "--config", served.configuration, "--public-url", url]
      return try await Program.run(["providers", words[0]] + account + words.dropFirst())
    }
    let good = try await run("check", at: Self.url)
    #expect(good.status == 0, "\(good.output)\(good.errors)")
    #expect(good.output.contains("good  deliveries: rooms are made with the webhook"), "\(good.output)")
    let done = try await run("setup", "--apply", at: Self.url)
    #expect(done.status == 0 && done.output == "videosdk-main is as it must be\n", "\(done.output)\(done.errors)")
    // The service posts to no such address, so rooms would be told none.
    let plain = try await run("check", at: "http://rooms.example")
    #expect(plain.status == 1)
    #expect(plain.output.contains("degraded  deliveries: rooms are made without a webhook"), "\(plain.output)")
    let refused = try await run("setup", at: "http://rooms.example")
    #expect(refused.status == 1 && refused.output.contains("by hand: "), "\(refused.output)")
    #expect(!(good.output + done.output + plain.output).contains(Served.apiSecret))
    #expect(await served.stop() == (0, 0))
  }

  @Test func aRoomIsToldWhereTheGatewayIsReached() async throws {
    let base = "https://rooms.example/live/"
    let served = try await Served.start(.videoSDK, logLevel: "error", settings: ["SERVER__PUBLIC_URL": base])
    let caller = served.caller(try await served.key())
    #expect(try await caller.post("/v1/rooms", ["kind": "audio_room"]).status == 201)
    let made = try await served.vendor.get("/_mock/journal?operation=CreateRoom").items
    #expect(made.map { $0["body", "webhook", "endPoint"] } == ["https://rooms.example/live/v1/hooks/videosdk-main"])
    #expect(await served.stop() == (0, 0))
  }

  @Test func theDemosAccountsAreAsTheyMustBe() async throws {
    let demo = try await Demo.start()
    for account in ["stream-main", "videosdk-main"] {
      let isShown = try await eventually {
        try await demo.api.get("/v1/providers/\(account)")["findings"]?.arrayValue?.isEmpty == false
      }
      #expect(isShown, "\(account)")
    }
    let findings = try await demo.api.get("/v1/providers/videosdk-main")["findings"]?.arrayValue
    #expect(findings?.first { $0["subject"] == "deliveries" }?["state"] == "good")
    #expect(await demo.stop().status == 0)
    #expect(!demo.process.errors.contains("not as it must be") && !demo.process.output.contains("not as it must be"))
  }

  @Test func aRoomOfATypeThatWasMadeSoWorks() async throws {
    let served = try await Served.start(logLevel: "error", options: ["audio_room_call_type": "our_rooms"])
    let setup = try await Program.run([
      "providers", "setup", "stream-main", "--config", served.configuration, "--public-url", served.url, "--apply",
    ])
    #expect(setup.status == 0, "\(setup.errors)")
    let caller = served.caller(try await served.key())
    let created = try await caller.post(
      "/v1/rooms",
      [
        "kind": "audio_room", "host": ["external_id": "nadia"],
        "members": [["person": ["external_id": "sam"], "role": "co_host"]],
      ])
    #expect(created.status == 201, "\(created.text)")
    let room = created.json["id"]?.stringValue ?? ""
    for person in ["nadia", "sam", "leo"] {
      if person == "leo" { #expect(try await caller.post("/v1/rooms/\(room)/go-live", [:]).status == 200) }
      let token = try await caller.post("/v1/rooms/\(room)/join-tokens", ["person": ["external_id": .string(person)]])
      #expect(token.status == 201, "\(token.text)")
      let joined = try await served.vendor.post(
        "/_mock/rooms/our_rooms%3A\(room)/participants", ["token": .string(try token.string("token"))])
      #expect(joined.status == 201, "\(person): \(joined.text)")
    }
    let inside = await eventually {
      let list = try? await caller.get("/v1/rooms/\(room)/participants")
      return list?.json["items"]?.arrayValue?.count == 3
    }
    #expect(inside)
    _ = await served.stop()
  }

  @Test func refusedCredentialsAreSaidAndNotShown() async throws {
    let served = try await Served.start(logLevel: "error")
    let folder = TemporaryFolder()
    let wrong = folder.write("some-other-secret-of-the-vendors\n", to: "wrong")
    let text = try String(contentsOfFile: served.configuration, encoding: .utf8)
    let line = try #require(text.firstMatch(of: #/api_secret: file:[^,}]+/#)).0
    let path = folder.write(text.replacing(line, with: "api_secret: file:\(wrong)"), to: "gateway.yaml")
    let checked = try await Program.run("providers", "check", "--config", path)
    #expect(checked.status == 1)
    #expect(checked.output.contains("broken  credentials"), "\(checked.output)")
    #expect(!(checked.output + checked.errors).contains("some-other-secret"))
    _ = await served.stop()
  }

  @Test func aVendorThatCannotBeReachedIsAFailureWithItsName() async throws {
    let served = try await Served.start(logLevel: "error")
    _ = await served.mock.terminate()
    let checked = try await Program.run("providers", "check", "--config", served.configuration)
    #expect(checked.status == 1)
    #expect(checked.errors.contains("stream-main cannot be reached"), "\(checked.errors)")
    _ = await served.gateway.terminate(within: .seconds(10))
  }

  @Test func aRunningGatewayShowsWhatItFound() async throws {
    let served = try await Served.start(logLevel: "error")
    let caller = served.caller(try await served.key("read,manage,admin"))
    let shown = await eventually {
      let provider = try? await caller.get("/v1/providers/stream-main")
      return provider?.json["findings"]?.arrayValue?.isEmpty == false
    }
    #expect(shown)
    let findings = try await caller.get("/v1/providers/stream-main").json["findings"]?.arrayValue ?? []
    #expect(findings.first { $0["subject"] == "credentials" }?["state"] == "good")
    #expect(findings.first { $0["subject"] == "deliveries" }?["state"] == "unknown")
    #expect(await served.stop() == (0, 0))
  }

  @Test(arguments: [
    ["check"], ["setup"], ["nonsense"], ["--apply"], ["check", "--config", "x", "--apply"],
    ["setup", "--config", "x", "--json"], ["check", "a", "b", "--config", "x"], ["--config", "x"],
  ])
  func whatCannotBeMeantIsAUsageError(_ words: [String]) async throws {
    let process = try RunningProgram(["providers"] + words)
    #expect(await process.exit(within: .seconds(10)) == 2)
  }
}
