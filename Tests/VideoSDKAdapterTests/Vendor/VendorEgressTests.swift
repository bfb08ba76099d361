import JSONCoding
import MeetingCore
import Testing
import VendorTesting
import VideoSDKMock

@testable import VideoSDKAdapter

/// What leaves rooms, at the mock.
@Suite struct VendorEgressTests {
  private static func occupied(_ bench: VendorBench, options: String? = nil) async throws -> (ProviderRoom, String) {
    let room = try await bench.room(options: options)
    return (room, try await bench.join("ana", room, audio: true))
  }

  private static func egress(_ plan: EgressPlan) -> Egress {
    Egress(id: "rec_1", plan: plan, source: .api, createdAt: Timestamp(nanoseconds: 0))
  }

  private enum Sort: CaseIterable { case recording, hls, rtmp, transcription }

  private static func start(_ sort: Sort, _ bench: VendorBench, _ room: ProviderRoom) async throws(ProviderFailure) {
    let (provider, context) = (bench.provider, bench.context)
    switch sort {
    case .recording: try await record(bench, room)
    case .hls: _ = try await provider.startHLS(in: room, context)
    case .rtmp: _ = try await provider.startRTMP(to: "rtmp://a.example/b", key: "k", id: "x", in: room, context)
    case .transcription:
      _ = try await provider.startTranscription(language: nil, captions: false, in: room, context)
    }
  }

  private static func stop(_ sort: Sort, _ bench: VendorBench, _ room: ProviderRoom) async throws(ProviderFailure) {
    let (provider, context) = (bench.provider, bench.context)
    switch sort {
    case .recording: try await provider.stopRecording(egress(.recording(.room)), in: room, context)
    case .hls: try await provider.stopHLS(egress(.hls), in: room, context)
    case .rtmp: try await provider.stopRTMP(egress(.rtmp(destination: nil, fingerprint: nil)), in: room, context)
    case .transcription:
      try await provider.stopTranscription(
        egress(.transcription(language: nil, captions: false)), in: room, context)
    }
  }

  private static func record(_ bench: VendorBench, _ room: ProviderRoom) async throws(ProviderFailure) {
    _ = try await bench.provider.startRecording(.room, audioOnly: nil, participant: nil, in: room, bench.context)
  }

  @Test(arguments: [404, 400])
  func nothingStartsInAnEmptyRoom(_ status: Int) async throws {
    let bench = VendorBench { $0.noSessionStatus = status }
    let room = try await bench.room()
    for sort in Sort.allCases {
      let error = await failure { () throws(ProviderFailure) in try await Self.start(sort, bench, room) }
      #expect(error?.reason == .noActiveSession)
      #expect(error?.executed == .no)
    }
    await bench.stop()
  }

  @Test func aRecordingLeavesAFileThatCanBeDeleted() async throws {
    let bench = VendorBench()
    let (room, _) = try await Self.occupied(bench)
    try await Self.record(bench, room)
    let again = await failure { () throws(ProviderFailure) in try await Self.record(bench, room) }
    #expect(again?.reason == .conflict)
    await bench.advance(3)
    try await bench.provider.stopRecording(Self.egress(.recording(.room)), in: room, bench.context)
    await bench.advance(3)
    let links = try await bench.provider.files(of: .recording, in: room, bench.context)
    #expect(links.map(\.mode) == [.room])
    let session = try #require(try await bench.snapshot(room)?.session)
    #expect(links[0].file.session == session)
    try await bench.provider.delete(links[0].file, of: .recording, in: room, bench.context)
    #expect(try await bench.provider.files(of: .recording, in: room, bench.context).isEmpty)
    let gone = await failure { () throws(ProviderFailure) in
      try await bench.provider.delete(links[0].file, of: .recording, in: room, bench.context)
    }
    #expect(gone?.reason == .notFound)
    await bench.stop()
  }

  @Test func startingAtOnceAfterStoppingIsAConflict() async throws {
    let bench = VendorBench()
    let (room, _) = try await Self.occupied(bench)
    try await Self.record(bench, room)
    await bench.advance(3)
    try await bench.provider.stopRecording(Self.egress(.recording(.room)), in: room, bench.context)
    await bench.advance(3)
    let early = await failure { () throws(ProviderFailure) in try await Self.record(bench, room) }
    #expect(early?.reason == .conflict && early?.executed == .no)
    await bench.advance(10)
    try await Self.record(bench, room)
    await bench.stop()
  }

  @Test func stoppingWhatDoesNotRunIsAConflict() async throws {
    let bench = VendorBench()
    let (room, _) = try await Self.occupied(bench)
    for sort in Sort.allCases {
      let error = await failure { () throws(ProviderFailure) in try await Self.stop(sort, bench, room) }
      #expect(error?.reason == .conflict, "\(sort)")
    }
    await bench.stop()
  }

  @Test(arguments: [RecordingMode.participant, .track])
  func onePersonIsRecorded(_ mode: RecordingMode) async throws {
    let bench = VendorBench()
    let (room, id) = try await Self.occupied(bench)
    _ = try await bench.provider.startRecording(mode, audioOnly: true, participant: id, in: room, bench.context)
    await bench.advance(3)
    try await bench.provider.stopRecording(
      Self.egress(.recording(mode, audioOnly: true, participant: id)), in: room, bench.context)
    await bench.advance(3)
    let links = try await bench.provider.files(of: .recording, in: room, bench.context)
    #expect(links.map(\.mode) == [mode])
    let stopped = mode == .participant ? "participant-recording-stopped" : "participant-track-recording-stopped"
    #expect(await bench.inbox.wait(for: stopped))
    try await bench.provider.fetchKeys(bench.context)
    let told = try bench.facts().compactMap { fact -> EgressFile? in
      if case .egress(let report) = fact.detail, case .ready(let file) = report.step { file } else { nil }
    }
    #expect(told.count == 1 && links[0].file.isSame(as: told[0]))
    try await bench.provider.delete(told[0], of: .recording, in: room, bench.context)
    await bench.stop()
  }

  @Test func aBroadcastHasItsAddressAtOnce() async throws {
    let bench = VendorBench()
    let (room, _) = try await Self.occupied(bench)
    let start = try await bench.provider.startHLS(in: room, bench.context)
    #expect(start.vendorID?.isEmpty == false && start.playbackURL?.hasPrefix("https://") == true)
    await bench.advance(8)
    #expect(await bench.inbox.wait(for: "hls-playable"))
    try await bench.provider.stopHLS(Self.egress(.hls), in: room, bench.context)
    await bench.advance(3)
    #expect(await bench.inbox.wait(for: "hls-stopped"))
    await bench.stop()
  }

  @Test func aRoomHasOneSetOfDestinations() async throws {
    let bench = VendorBench()
    let (room, _) = try await Self.occupied(bench)
    let context = bench.context
    _ = try await bench.provider.startRTMP(to: "rtmp://a.example/app", key: "k", id: "b1", in: room, context)
    let second = await failure { () throws(ProviderFailure) in
      try await bench.provider.startRTMP(to: "rtmp://b.example/app/key", key: nil, id: "b2", in: room, context)
    }
    #expect(second?.reason == .conflict)
    await bench.advance(3)
    try await bench.provider.stopRTMP(Self.egress(.rtmp(destination: nil, fingerprint: nil)), in: room, context)
    await bench.stop()
  }

  @Test func recordingAndBroadcastTogetherAreAskedForWhenTheRoomIsMade() async throws {
    for options in [nil, #"{"multi_composition":{"recording":true,"hls":true}}"#] {
      let bench = VendorBench()
      let (room, _) = try await Self.occupied(bench, options: options)
      try await Self.record(bench, room)
      let error = await failure { () throws(ProviderFailure) in
        try await bench.provider.startHLS(in: room, bench.context)
      }
      #expect((error == nil) == (options != nil))
      await bench.stop()
    }
  }

  @Test func aTranscriptionIsToldByItsID() async throws {
    let bench = VendorBench()
    let (room, _) = try await Self.occupied(bench)
    let start = try await bench.provider.startTranscription(
      language: nil, captions: true, in: room, bench.context)
    await bench.advance(3)
    #expect(await bench.inbox.wait(for: "transcription-started"))
    try await bench.provider.fetchKeys(bench.context)
    let reports = try bench.facts().compactMap { fact -> EgressReport? in
      if case .egress(let report) = fact.detail { report } else { nil }
    }
    #expect(reports.map(\.vendorID) == [start.vendorID] && reports.map(\.step) == [.started])
    try await bench.provider.stopTranscription(
      Self.egress(.transcription(language: nil, captions: true)), in: room, bench.context)
    await bench.stop()
  }

  /// Whatever runs is over after two hours.
  @Test func theServiceStopsByItself() async throws {
    let bench = VendorBench()
    let (room, _) = try await Self.occupied(bench)
    try await Self.record(bench, room)
    await bench.advance(3)
    await bench.advance(7_300)
    #expect(await bench.inbox.wait(for: "recording-stopped"))
    await bench.stop()
  }
}
