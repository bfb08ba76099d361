import Clocks
import GatewayEngine
import JSONCoding
import MeetingCore
import MockKit
import ProgramTesting
import ProviderTesting
import RoomReducer
import Store

/// A vendor's life in many rooms, with bad weather between it and the gateway.
struct Storm {
  static let people = ["ana", "bo", "cy", "di", "eli", "fay"]

  let vendor: any StormVendor
  let gateway: StormGateway
  let seed: UInt64
  private(set) var rooms: [String] = []
  private(set) var weather: Weather
  private var socket: SocketWeather
  /// How often each status was answered to a genuine delivery.
  private(set) var answers: [Int: Int] = [:]
  private(set) var forgedAnswers: [Int: Int] = [:]
  private var life: any VendorLife
  private var generator: SplitMix
  private var rounds = 0

  init(
    seed: UInt64, _ vendor: any StormVendor, store: any Store,
    reconciliation: ReconciliationOptions = ReconciliationOptions()
  ) {
    (self.seed, self.vendor) = (seed, vendor)
    gateway = StormGateway(vendor, store: store, reconciliation: reconciliation)
    weather = Weather(vendor, seed: seed &+ 1)
    socket = SocketWeather(seed: seed &+ 4)
    life = vendor.life(seed: seed &+ 2)
    generator = SplitMix(seed: seed &+ 3)
  }

  /// What reached the gateway by no way at all.
  var lost: Set<String> { vendor.watcher == nil ? weather.lost : weather.lost.intersection(socket.lost) }

  /// Opens rooms and lets the vendor live until it has told `events`; every so often what was told is carried over, while
  /// some rooms are being read.
  mutating func rage(rooms count: Int, events: Int, readsBetween: Bool = true) async throws {
    for _ in 0..<count { rooms.append(try await gateway.create()) }
    try await life.arrivePeople()
    while vendor.engine.webhooks.deliveries.count < events {
      for _ in 0..<vendor.roundSteps { try await life.step(in: rooms) }
      await vendor.disturb(rounds)
      rounds += 1
      let told = try await told()
      let (arriving, said) = (weather.pass(told), socket.pass(told))
      let (gateway, some) = (gateway, readsBetween ? rooms.shuffled(using: &generator).prefix(5) : [])
      async let reading: Void = Self.read(some, gateway)
      async let saying: Void = gateway.say(said)
      await deliver(arriving)
      await reading
      try await saying
    }
  }

  /// Carries over everything that is still under way.
  mutating func calm() async throws {
    let told = try await told()
    try await gateway.say(socket.pass(told))
    await deliver(weather.pass(told))
    await deliver(weather.calm())
  }

  /// Reads rooms from the vendor; how many events that brought.
  @discardableResult
  func readAll() async throws -> Int64 {
    let before = try await eventCount()
    await Self.read(rooms[...], gateway)
    return try await eventCount() - before
  }

  /// What differs between the gateway and the vendor, in all rooms.
  func differences() async throws -> [String] {
    let views = await vendor.views()
    var found: [String] = []
    for room in rooms { found += vendor.differences(try await gateway.state(room), views[room] ?? .null) }
    return found
  }

  /// Calms and reads until the gateway has done at the vendor what it wanted done, and both agree.
  mutating func settle() async throws -> [String] {
    var differences: [String] = []
    // What is under way comes before anything else may take its time.
    try await calm()
    for _ in 0..<6 {
      await vendor.time.advance(by: vendor.aftermath)
      vendor.engine.runTimers()
      try await calm()
      let count = vendor.engine.webhooks.deliveries.count
      try await readAll()
      differences = try await self.differences()
      if differences.isEmpty, vendor.engine.webhooks.deliveries.count == count { break }
    }
    return differences
  }

  private static func read(_ rooms: ArraySlice<String>, _ gateway: StormGateway) async {
    for room in rooms { _ = await gateway.gateway.reconcile(room) }
  }

  private func eventCount() async throws -> Int64 {
    var sum: Int64 = 0
    for room in rooms { sum += try await gateway.state(room).room.lastSequence }
    return sum
  }

  private mutating func deliver(_ hooks: [SignedHook]) async {
    answers.merge(await gateway.post(hooks)) { $0 + $1 }
    guard let some = hooks.first else { return }
    forgedAnswers.merge(await gateway.post([vendor.forged(some)])) { $0 + $1 }
  }

  /// Everything the vendor has sent since the last time.
  private func told() async throws -> [SignedHook] {
    let arrived = await eventually { vendor.trap.count == vendor.engine.webhooks.deliveries.count }
    guard arrived else { throw Failure("the vendor's deliveries do not come") }
    return vendor.trap.take()
  }
}
