import MeetingCore
import Store
import Testing

@testable import GatewayEngine

@Suite struct ReconciliationScheduleTests {
  private static func seconds(_ count: Int64) -> Int64 { count * 1_000_000_000 }

  private func room(_ id: String, phase: String = "live", hasSession: Bool = true, isOccupied: Bool = true) -> OpenRoom
  {
    OpenRoom(id: id, kind: "audio_room", phase: phase, hasSession: hasSession, isOccupied: isOccupied)
  }

  private func schedule(perMinute: Int, tracks: Int = 0, page: Int = 100) -> ReconciliationSchedule {
    ReconciliationSchedule(
      options: ReconciliationOptions(requestsPerMinute: perMinute),
      costs: [.audioRoom: PresenceCost(roomsPerRequest: page, requestsForTracks: tracks)], now: 0)
  }

  private func ids(_ picks: [ReconciliationPick]) -> [String] { picks.map(\.room) }

  @Test func aRoomIsReadAtOnceAndThenEachInterval() {
    var schedule = schedule(perMinute: 600)
    let open = [room("live"), room("idle", phase: "backstage", hasSession: false, isOccupied: false)]
    #expect(ids(schedule.plan(open, hinted: [], now: 0)) == ["live", "idle"])
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(29))) == [])
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(30))) == ["live"])
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(300))) == ["live", "idle"])
  }

  @Test func aHintMakesARoomDueWhateverItsState() {
    var schedule = schedule(perMinute: 600)
    let open = [room("a"), room("b", phase: "backstage", hasSession: false)]
    _ = schedule.plan(open, hinted: [], now: 0)
    #expect(ids(schedule.plan(open, hinted: ["b", "unknown"], now: Self.seconds(2))) == ["b"])
  }

  @Test func theAllowanceIsNeverExceededAndEveryRoomHasItsTurn() {
    var schedule = schedule(perMinute: 4, page: 1)
    let open = (10..<20).map { room("r\($0)", isOccupied: false) }
    var read: [String] = []
    for second in stride(from: Int64(0), through: 180, by: 2) {
      read += ids(schedule.plan(open, hinted: [], now: Self.seconds(second)))
      #expect(read.count <= 2 + Int(second) * 4 / 60, "after \(second) s")
    }
    #expect(read.count >= 13)
    #expect(Set(read) == Set(open.map(\.id)))
    #expect(Array(read.prefix(10)) == open.map(\.id), "whoever waits longest is next")
  }

  /// A vendor may want several requests for one room.
  @Test func aReadingIsPaidForWithAllItsRequests() {
    var schedule = ReconciliationSchedule(
      options: ReconciliationOptions(requestsPerMinute: 8), costs: [.audioRoom: PresenceCost(requestsPerReading: 2)],
      now: 0)
    let open = (1...5).map { room("r\($0)", isOccupied: false) }
    #expect(ids(schedule.plan(open, hinted: [], now: 0)) == ["r1", "r2"])
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(14))) == [])
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(15))) == ["r3"])
  }

  @Test func roomsWithASessionGoBeforeTheOthers() {
    var schedule = schedule(perMinute: 2, page: 1)
    let open = [
      room("a", phase: "backstage", hasSession: false), room("b", hasSession: false), room("z"),
    ]
    #expect(ids(schedule.plan(open, hinted: [], now: 0)) == ["z"])
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(30))) == ["z"])
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(59))) == [])
    #expect(ids(schedule.plan(open, hinted: ["b"], now: Self.seconds(60))).first == "b")
  }

  @Test func aPageOfRoomsCostsOneRequest() {
    var schedule = schedule(perMinute: 4, page: 100)
    let open = (0..<250).map { room("r\($0 + 100)", isOccupied: false) }
    #expect(schedule.plan(open, hinted: [], now: 0).count == 200)
    #expect(schedule.plan(open, hinted: [], now: Self.seconds(15)).count == 50)
  }

  @Test func tracksAreReadInTurnFromWhatIsLeft() {
    var schedule = schedule(perMinute: 20, tracks: 1)
    let open = (0..<8).map { room("r\($0)") } + [room("empty", isOccupied: false)]
    let first = schedule.plan(open, hinted: [], now: 0).filter(\.withTracks).map(\.room)
    #expect(first == ["r0", "r1", "r2", "r3"], "half of what can be saved up stays for presence itself")
    let second = schedule.plan(open, hinted: [], now: Self.seconds(30)).filter(\.withTracks).map(\.room)
    #expect(second == ["r4", "r5", "r6", "r7"])
  }

  @Test func tracksThatCostNothingAreAlwaysRead() {
    var schedule = schedule(perMinute: 2)
    #expect(schedule.plan([room("a")], hinted: [], now: 0).map(\.withTracks) == [true])
  }

  @Test func aVendorThatFailsIsLeftAloneLongerEachTime() {
    var schedule = schedule(perMinute: 6_000)
    var now: Int64 = 0
    for pause in [10, 20, 40, 80, 120, 120] as [Int64] {
      let picks = schedule.plan([room("a")], hinted: [], now: now)
      #expect(ids(picks) == ["a"])
      schedule.failed(picks, retryAfter: nil, now: now)
      #expect(ids(schedule.plan([room("a")], hinted: ["a"], now: now + Self.seconds(pause) - 1)) == [])
      now += Self.seconds(pause)
    }
    schedule.succeeded()
    let picks = schedule.plan([room("a")], hinted: [], now: now)
    schedule.failed(picks, retryAfter: .seconds(45), now: now)
    #expect(ids(schedule.plan([room("a")], hinted: [], now: now + Self.seconds(44))) == [])
    #expect(ids(schedule.plan([room("a")], hinted: [], now: now + Self.seconds(45))) == ["a"])
  }

  @Test func aKindThatCannotBeReadIsLeftOut() {
    var schedule = schedule(perMinute: 60)
    let meeting = OpenRoom(id: "m", kind: "meeting", phase: "live", hasSession: true, isOccupied: true)
    #expect(ids(schedule.plan([meeting, room("a")], hinted: [], now: 0)) == ["a"])
  }

  @Test func aHintIsKeptUntilItIsFollowed() {
    let options = ReconciliationOptions(interval: .seconds(30), idleInterval: .seconds(300), requestsPerMinute: 60)
    var schedule = ReconciliationSchedule(
      options: options, costs: [.audioRoom: PresenceCost(roomsPerRequest: 100, requestsForTracks: 0)], now: 0)
    let open = [room("idle", phase: "backstage")]
    let first = schedule.plan(open, hinted: [], now: 0)
    schedule.failed(first, retryAfter: .seconds(50), now: 0)
    _ = schedule.plan(open, hinted: [], now: Self.seconds(60))
    schedule.failed([], retryAfter: .seconds(50), now: Self.seconds(61))
    #expect(
      ids(schedule.plan(open, hinted: ["idle", "gone"], now: Self.seconds(62))) == [], "the vendor is left alone")
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(120))) == ["idle"])
    #expect(ids(schedule.plan(open, hinted: [], now: Self.seconds(121))) == [])
  }
}
