import Clocks
import JSONCoding
import MockKit
import ProviderTesting

struct VideoSDKLife: VendorLife {
  private let vendor: VideoSDKStormVendor
  private var generator: SplitMix
  private var people: [String: Set<String>] = [:]
  private var guests = 0

  init(_ vendor: VideoSDKStormVendor, seed: UInt64) {
    self.vendor = vendor
    generator = SplitMix(seed: seed)
  }

  /// Nobody has to be known before.
  func arrivePeople() async throws {}

  mutating func step(in rooms: [String]) async throws {
    await vendor.time.advance(by: .milliseconds(200))
    vendor.engine.runTimers()
    guard let room = rooms.randomElement(using: &generator), let person = Storm.people.randomElement(using: &generator)
    else { return }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<46: await enter(person, room)
    case 46..<66: await leave(room)
    case 66..<72: await returns(room)
    case 72..<80: await change(room)
    case 80..<86: try await remove(room)
    case 86..<91: await enterUnknown(room)
    case 91..<93: try await vendor.ask("POST", "/v2/sessions/end", ["roomId": .string(await id(room))])
    case 93: if Bool.random(using: &generator) { try await close(room) }
    case 94..<99: await vendor.time.advance(by: .seconds(1))
    default: await vendor.time.advance(by: .seconds(5))
    }
  }

  private func id(_ room: String) async -> String {
    await vendor.views()[room]?["room"]?["roomId"]?.stringValue ?? ""
  }

  /// Whoever is in already pushes themselves out.
  private mutating func enter(_ person: String, _ room: String) async {
    let body: JSON = ["participant_id": .string(person), "audio": .bool(Bool.random(using: &generator))]
    let answer = await vendor.control("POST", "rooms/\(room)/participants", body)
    if answer["connection"] != nil { people[room, default: []].insert(person) }
  }

  private mutating func enterUnknown(_ room: String) async {
    guests += 1
    await enter("_zguest\(guests)", room)
  }

  private mutating func leave(_ room: String) async {
    guard let person = people[room]?.sorted().randomElement(using: &generator) else { return }
    people[room]?.remove(person)
    _ = await vendor.control("DELETE", "rooms/\(room)/participants/\(person)")
  }

  /// Somebody reloads their page.
  private mutating func returns(_ room: String) async {
    guard let person = people[room]?.sorted().randomElement(using: &generator) else { return }
    _ = await vendor.control("DELETE", "rooms/\(room)/participants/\(person)")
    await vendor.time.advance(by: .milliseconds(Int64.random(in: 0..<900, using: &generator)))
    await enter(person, room)
  }

  private mutating func change(_ room: String) async {
    guard let person = people[room]?.sorted().randomElement(using: &generator) else { return }
    let body: JSON = ["audio": .bool(Bool.random(using: &generator)), "speaking": true]
    _ = await vendor.control("PATCH", "rooms/\(room)/participants/\(person)", body)
  }

  private mutating func remove(_ room: String) async throws {
    guard let person = people[room]?.sorted().randomElement(using: &generator) else { return }
    people[room]?.remove(person)
    let body: JSON = ["roomId": .string(await id(room)), "participantId": .string(person)]
    try await vendor.ask("POST", "/v2/sessions/participants/remove", body)
  }

  /// For good: nobody gets in any more.
  private func close(_ room: String) async throws {
    let id = await id(room)
    try await vendor.ask("POST", "/v2/rooms/deactivate", ["roomId": .string(id)])
    try await vendor.ask("POST", "/v2/sessions/end", ["roomId": .string(id)])
  }
}
