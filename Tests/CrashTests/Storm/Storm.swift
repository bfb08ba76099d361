import JSONCoding
import ProgramTesting
import Synchronization

/// A thousand callers, devices and followers at work while the gateway dies and returns again and again.
final class Storm: Sendable {
  struct Outcome: Sendable {
    let lives: [RoomLife]
    let abandoned: Set<String>
    let problems: [String]
    /// Joins that the vendor tried to tell until it gave up.
    let untold: Set<String>
    /// How many events the log had when everything was quiet; those who follow it have seen them all.
    let logged: Int
    /// What each follower of everything saw.
    let followed: [[String]]
    /// What the follower of one room saw, by room.
    let followedRooms: [String: [String]]
  }

  private static let followers = 3
  private static let followedRooms = 30

  let plan: StormPlan
  let served: Served
  let counts = StormCounts()
  let random: SeededRandom
  let vendor: StormVendor
  let caller: StormCaller
  private let isOver = Atomic<Bool>(false)
  /// The number of events in the log once it is complete; 0 before.
  private let logLength = Atomic<Int>(0)
  private let rooms = Mutex<[String]>([])
  private let calm = Calm()
  private let untold = Mutex<Set<String>>([])

  private init(_ plan: StormPlan, _ served: Served, key: String) {
    (self.plan, self.served) = (plan, served)
    random = SeededRandom(seed: plan.seed)
    vendor = StormVendor(mock: served.vendor.unwitnessed, random: random)
    caller = StormCaller(api: served.caller(key).unwitnessed, slots: Slots(48), counts: counts, random: random)
  }

  static func prepare(_ plan: StormPlan) async throws -> Storm {
    let served = try await Served.start(logLevel: "warning")
    try await served.registerHook()
    return Storm(plan, served, key: try await served.key())
  }

  // MARK: The run

  func run() async -> Outcome {
    async let everything = followEverything()
    async let rooms = followRooms()
    async let results = work()
    var problems = await sentences { try await killAgainAndAgain() }
    isOver.store(true, ordering: .releasing)
    let worked = await results
    problems += worked.flatMap(\.problems)
    problems += await sentences { try await becomeQuiet() }
    problems += await sentences { try await noteUntold() }
    var logged = 0
    problems += await sentences { logged = try await log().count }
    // Whatever went wrong, those who follow must come to an end.
    logLength.store(max(logged, 1), ordering: .releasing)
    return Outcome(
      lives: worked.flatMap(\.lives), abandoned: Set(worked.flatMap(\.abandoned)), problems: problems,
      untold: untold.withLock { $0 },
      logged: logged,
      followed: await everything, followedRooms: await rooms)
  }

  private func sentences(_ work: () async throws -> Void) async -> [String] {
    do { try await work() } catch { return ["\(error)"] }
    return []
  }

  private func work() async -> [StormWorker.Result] {
    await withTaskGroup(of: StormWorker.Result.self) { group in
      for number in 0..<plan.workers {
        let worker = StormWorker(number: number, caller: caller, vendor: vendor.mock, random: random, calm: calm)
        group.addTask {
          await worker.run(
            until: { self.isOver.load(ordering: .acquiring) },
            created: { life in
              self.rooms.withLock { if $0.count < Self.followedRooms { $0.append(life.id) } }
            })
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// A kill comes after some answers, so that a slow machine has its storm as well.
  private func killAgainAndAgain() async throws {
    for round in 0..<plan.rounds {
      if round.isMultiple(of: 10) { try await letTheVendorCatchUp() }
      let enough = counts.now.answered + random.number(20...250)
      if random.happens(percent: 60) { try await vendor.disturb() }
      _ = await eventually(within: .seconds(4)) { self.counts.now.answered >= enough }
      await served.killGateway()
      counts.note { $0.kills += 1 }
      if random.happens(percent: 50) { try await vendor.calm() }
      try await served.startGateway()
    }
    try await vendor.calm()
  }

  /// The vendor delivers one after the other: what it has to tell would otherwise come hours later. It also remembers its
  /// last deliveries only.
  private func letTheVendorCatchUp() async throws {
    try await noteUntold()
    guard try await vendor.pending() > 1_000 else { return }
    calm.begin()
    defer { calm.end() }
    _ = try await eventually(within: .seconds(120)) { try await self.vendor.pending() < 100 }
  }

  private func noteUntold() async throws {
    let joins = try await vendor.untoldJoins()
    untold.withLock { $0.formUnion(joins) }
  }

  /// Nothing waits at the vendor any more. It may take its time, as long as there is progress. Sessions that end by
  /// themselves later add events, which nobody counts here.
  private func becomeQuiet() async throws {
    var waiting = try await vendor.pending()
    while waiting > 0 {
      let before = waiting
      _ = try await eventually(within: .seconds(60)) {
        waiting = try await vendor.pending()
        return waiting < before
      }
      if waiting >= before { throw Failure("\(waiting) deliveries still wait at the vendor") }
    }
  }

  // MARK: Followers

  private func followEverything() async -> [[String]] {
    let start = try? await caller.api.get("/v1/events?limit=1")["next_cursor"]?.stringValue
    let path = "/v1/events" + (start.map { "?after=\($0)" } ?? "")
    return await withTaskGroup(of: [String].self) { group in
      for _ in 0..<Self.followers {
        group.addTask {
          await self.follower(path).run { seen in
            let enough = self.logLength.load(ordering: .acquiring)
            return enough > 0 && seen >= enough
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func followRooms() async -> [String: [String]] {
    _ = await eventually(within: .seconds(60)) { self.rooms.withLock { $0.count } == Self.followedRooms }
    return await withTaskGroup(of: (String, [String]).self) { group in
      for room in rooms.withLock({ $0 }) {
        group.addTask {
          let follower = self.follower("/v1/rooms/\(room)/events?after_sequence=0")
          return (room, await follower.run { _ in self.logLength.load(ordering: .acquiring) > 0 })
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func follower(_ path: String) -> StormFollower {
    StormFollower(path: path, api: caller.api, url: served.url, counts: counts)
  }

  // MARK: What the gateway has

  /// The whole log, in order.
  func log() async throws -> [JSON] { try await walk("/v1/events?limit=100", "after", until: \.isEmpty) }

  func allRooms() async throws -> [JSON] { try await walk("/v1/rooms?limit=100", "cursor", until: { $0.count < 100 }) }

  private func walk(_ path: String, _ cursor: String, until isLast: ([JSON]) -> Bool) async throws -> [JSON] {
    var items: [JSON] = []
    var position = ""
    while true {
      let page = try await caller.send("GET", path + position)
      guard page.status == 200 else { throw Failure("\(path): \(page.summary)") }
      items += page.items
      guard !isLast(page.items), let next = page["next_cursor"]?.stringValue else { return items }
      position = "&\(cursor)=\(next)"
    }
  }

  /// The vendor's sessions of those whom the gateway lists as connected.
  func connected(_ room: String) async throws -> Set<String> {
    let page = try await caller.send("GET", "/v1/rooms/\(room)/participants?limit=100")
    return Set(page.items.compactMap { $0["provider_refs", "user_session_id"]?.stringValue })
  }
}
