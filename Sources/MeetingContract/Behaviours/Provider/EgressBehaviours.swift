import MeetingCore

/// What leaves a room: recordings, broadcasts, transcriptions, as the adapter alone does them.
enum EgressBehaviours {
  private static let occupied: Set<ContractBehaviour.Requirement> = [.joining, .devices]
  private static let told: Set<ContractBehaviour.Requirement> = [.joining, .devices, .webhooks, .hooks]

  static let all: [ContractBehaviour] = [
    behaviour("a-recording-is-told-by-the-vendor", "Starting and stopping a recording are told.", [.recording], told) {
      try await toldLife($0)
    },
    behaviour("a-recording-needs-somebody", "Without a session a recording is refused as such.", [.recording], []) {
      try await needsSomebody($0)
    },
    behaviour(
      "what-does-not-run-cannot-be-stopped", "Stopping what does not run is refused as such.", [.recording],
      occupied
    ) { try await stopsNothing($0) },
    behaviour(
      "what-runs-is-shown", "A view of the room shows what runs, and no longer what does not.",
      [.recording, .presence], occupied
    ) { try await shown($0) },
    behaviour(
      "a-recording-leaves-a-file", "A recording's file is listed with an address, and can be deleted.",
      [.recording, .recordingRead], occupied.union([.clock])
    ) { try await leavesFile($0) },
    behaviour(
      "a-broadcast-has-an-address", "An HLS broadcast says where it can be seen, and comes again.", [.hls],
      occupied.union([.clock])
    ) { try await address($0) },
    behaviour(
      "destinations-are-told-apart",
      "RTMP broadcasts run beside each other and are stopped alone; where there can be one only, a second is refused.",
      [.rtmp, .presence], occupied
    ) { try await destinations($0) },
    behaviour(
      "what-is-said-is-written-down", "A transcription with captions tells who says what.",
      [.transcription, .captions], told.union([.outside])
    ) { try await captions($0) },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ capabilities: Set<Capability>,
    _ requirements: Set<ContractBehaviour.Requirement>, body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(name, .provider, summary, capabilities: capabilities, requirements: requirements, body: body)
  }

  // MARK: Ways

  /// A room with a guest in it.
  private static func occupiedRoom(_ run: ContractRun) async throws -> ProviderRoom {
    let room = try await run.openRoom()
    try await run.connect(to: room)
    return room
  }

  private static func egress(_ plan: EgressPlan, _ run: ContractRun, _ start: EgressStart = EgressStart()) -> Egress {
    Egress(
      id: plan.sort.idPrefix + "contract", plan: plan, source: .api, createdAt: run.now, vendorID: start.vendorID,
      playbackURL: start.playbackURL)
  }

  private static func record(_ run: ContractRun, _ room: ProviderRoom) async throws -> Egress {
    let start = try await run.offering.require(.recording).startRecording(
      .room, audioOnly: nil, participant: nil, in: room, run.context())
    return egress(.recording(.room), run, start)
  }

  private static func stop(_ egress: Egress, _ run: ContractRun, _ room: ProviderRoom) async throws {
    try await run.offering.require(.recording).stopRecording(egress, in: room, run.context())
  }

  private static func running(_ run: ContractRun, _ room: ProviderRoom) async throws -> [EgressPlan] {
    (try await run.snapshot(of: room).egress ?? []).map(\.plan)
  }

  // MARK: Recordings

  private static func toldLife(_ run: ContractRun) async throws {
    let inbox = HookInbox()
    try await run.hooks().deliver { hook in
      inbox.take(hook)
      return 200
    }
    let receiver = try run.report.require(run.offering.port(.webhooks), "nobody receives webhooks")
    func reports() -> [EgressReport] {
      inbox.hooks.flatMap { receiver.read($0.body, receivedAt: run.now).facts }.compactMap {
        if case .egress(let report) = $0.detail { report } else { nil }
      }
    }
    let room = try await occupiedRoom(run)
    let recording = try await record(run, room)
    let started = try await run.eventually { reports().contains { $0.step == .started } }
    run.report.expect(started, "no delivery told that it runs")
    try await stop(recording, run, room)
    let stopped = try await run.eventually { reports().contains { $0.step == .stopped } }
    run.report.expect(stopped, "no delivery told that it stopped")
    run.report.expect(reports().allSatisfy { $0.plan.isLike(.recording(.room)) }, "it is told as something else")
    run.report.expect(Set(reports().map(\.vendorID)).count == 1, "it is told under several ids")
  }

  private static func needsSomebody(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let recording = try run.offering.require(.recording)
    let refusal = try await run.failure(of: "recording an empty room") { () throws(ProviderFailure) in
      _ = try await recording.startRecording(.room, audioOnly: nil, participant: nil, in: room, run.context())
    }
    run.report.expect(refusal.reason == .noActiveSession, "it was refused as \(refusal.reason)")
    run.report.expect(refusal.executed == .no, "it may have been done")
  }

  private static func stopsNothing(_ run: ContractRun) async throws {
    let room = try await occupiedRoom(run)
    let recording = try run.offering.require(.recording)
    let none = egress(.recording(.room), run)
    let refusal = try await run.failure(of: "stopping no recording") { () throws(ProviderFailure) in
      try await recording.stopRecording(none, in: room, run.context())
    }
    run.report.expect(refusal.reason == .conflict, "it was refused as \(refusal.reason)")
  }

  private static func shown(_ run: ContractRun) async throws {
    let room = try await occupiedRoom(run)
    guard let before = try await run.snapshot(of: room).egress else {
      try run.report.lack("the vendor does not tell what runs")
    }
    run.report.expect(before.isEmpty, "something runs in a new room")
    let recording = try await record(run, room)
    let runs = try await run.eventually { try await running(run, room).contains { $0.isLike(.recording(.room)) } }
    run.report.expect(runs, "the recording is not shown")
    try await stop(recording, run, room)
    let isOver = try await run.eventually { try await running(run, room).isEmpty }
    run.report.expect(isOver, "a stopped recording is shown")
  }

  private static func leavesFile(_ run: ContractRun) async throws {
    let reading = try run.offering.require(.recordingRead)
    let room = try await occupiedRoom(run)
    let recording = try await record(run, room)
    await run.fixture.advance?(.seconds(5))
    try await stop(recording, run, room)
    for _ in 0..<30 where try await reading.files(of: .recording, in: room, run.context()).isEmpty {
      await run.fixture.advance?(.seconds(10))
    }
    let links = try await reading.files(of: .recording, in: room, run.context())
    let link = try run.report.require(links.first, "no file came of it")
    run.report.expect(!link.url.isEmpty && links.count == 1, "there are \(links.count) files")
    run.report.expect(link.expiresAt.map { $0 > run.now } ?? true, "its address is no good any more")
    try await reading.delete(link.file, of: .recording, in: room, run.context())
    run.report.expect(
      try await reading.files(of: .recording, in: room, run.context()).isEmpty, "a deleted file is listed")
    let refusal = try await run.failure(of: "deleting it again") { () throws(ProviderFailure) in
      try await reading.delete(link.file, of: .recording, in: room, run.context())
    }
    run.report.expect(refusal.reason == .notFound, "deleting it again was \(refusal.reason)")
  }

  // MARK: Broadcasts

  private static func address(_ run: ContractRun) async throws {
    let hls = try run.offering.require(.hls)
    let room = try await occupiedRoom(run)
    let start = try await hls.startHLS(in: room, run.context())
    run.report.expect(start.playbackURL?.hasPrefix("http") == true, "it can be seen nowhere")
    await run.fixture.advance?(.seconds(5))
    try await hls.stopHLS(egress(.hls, run, start), in: room, run.context())
    var again: EgressStart?
    // A vendor may have to finish the one before.
    for _ in 0..<6 where again == nil {
      do { again = try await hls.startHLS(in: room, run.context()) } catch {
        run.report.expect(error.reason == .conflict, "starting it again was \(error.reason)")
        await run.fixture.advance?(.seconds(10))
      }
    }
    run.report.expect(again?.playbackURL != nil, "it cannot be started again")
  }

  private static func destinations(_ run: ContractRun) async throws {
    let rtmp = try run.offering.require(.rtmp)
    let room = try await occupiedRoom(run)
    let plan = EgressPlan.rtmp(destination: nil, fingerprint: nil)
    guard rtmp.runsSeveral else { return try await refusesSecond(rtmp, run, room) }
    var starts: [EgressStart] = []
    for id in ["brd_one", "brd_two"] {
      starts.append(
        try await rtmp.startRTMP(
          to: "rtmps://live.example/app", key: "key-of-\(id)", id: id, in: room, run.context()))
    }
    run.report.expect(try await running(run, room).count { $0.isLike(plan) } == 2, "two are not two")
    try await rtmp.stopRTMP(egress(plan, run, starts[0]), in: room, run.context())
    let left = try await run.snapshot(of: room).egress ?? []
    run.report.expect(left.map(\.vendorID) == [starts[1].vendorID], "the wrong one was stopped")
  }

  private static func refusesSecond(_ rtmp: any RTMPBroadcasting, _ run: ContractRun, _ room: ProviderRoom) async throws
  {
    func start(_ id: String) async throws(ProviderFailure) {
      _ = try await rtmp.startRTMP(
        to: "rtmps://live.example/app", key: "key-of-\(id)", id: id, in: room, run.context())
    }
    try await start("brd_one")
    let refusal = try await run.failure(of: "a second destination") { () throws(ProviderFailure) in
      try await start("brd_two")
    }
    run.report.expect(refusal.reason == .conflict && refusal.executed == .no, "it was refused as \(refusal.reason)")
  }

  // MARK: Transcriptions

  private static func captions(_ run: ContractRun) async throws {
    let inbox = HookInbox()
    try await run.hooks().deliver { hook in
      inbox.take(hook)
      return 200
    }
    let transcribing = try run.offering.require(.transcription)
    let receiver = try run.report.require(run.offering.port(.webhooks), "nobody receives webhooks")
    let room = try await occupiedRoom(run)
    _ = try await transcribing.startTranscription(language: nil, captions: true, in: room, run.context())
    guard try await run.devices().say("good evening", as: "omar", in: room) else {
      try run.report.skip("the harness makes nobody speak")
    }
    let heard = try await run.eventually {
      inbox.hooks.flatMap { receiver.read($0.body, receivedAt: run.now).facts }.contains {
        if case .caption(let caption) = $0.detail {
          caption.text == "good evening" && caption.person == "omar"
        } else {
          false
        }
      }
    }
    run.report.expect(heard, "no caption tells what omar said")
  }
}
