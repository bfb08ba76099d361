import Clocks
import JSONCoding
import MeetingContract
import MeetingCore
import ProviderTesting
import Synchronization

/// The contract's harness of a vendor in memory that offers little, so that the gateway does most of the work.
struct BareHarness: ContractHarness {
  let name = "bare"
  let kinds: [RoomKind] = [.audioRoom, .meeting]
  var extras: Set<BareProvider.Extra> = []

  func makeFixture(manualClock: Bool) async throws -> ContractFixture {
    let time: any TimeSource = manualClock ? ManualTime() : SystemTime()
    let provider = BareProvider(extras)
    let now: @Sendable () -> Timestamp = { Timestamp(nanoseconds: time.wallNanoseconds) }
    let description = ProviderDescription(
      kind: "bare", title: "Bare", credentialKeys: [], hosts: [], options: [:], roomOptionsSchema: JSONText("{}"),
      connectSchema: JSONText("{}"))
    var fixture = ContractFixture(description: description, provider: provider, now: now)
    let hooks = BareHookControls()
    fixture.hooks = hooks
    fixture.devices = BareDevices(provider: provider, hooks: hooks, now: now)
    fixture.journal = BareJournal(provider: provider)
    if let manual = time as? ManualTime { fixture.advance = { await manual.advance(by: $0) } }
    return fixture
  }
}

/// Tells whoever listens.
final class BareHookControls: HookControls {
  private struct Receiver {
    let take: @Sendable (VendorHook) async -> Int
  }

  private let receiver = Mutex<Receiver?>(nil)

  func deliver(to receiver: @escaping @Sendable (VendorHook) async -> Int) async throws {
    self.receiver.withLock { $0 = Receiver(take: receiver) }
  }

  func makeNextUnknown() async throws -> Bool { false }

  func tell(_ delivery: JSON) async {
    let body = delivery.bytes()
    let signature = VendorHook.Field(name: BareProvider.signatureField, value: BareProvider.signature(of: body))
    _ = await receiver.withLock { $0 }?.take(VendorHook(fields: [signature], body: body))
  }
}

/// Devices that come in with whatever token they have; the vendor keeps nobody out and stops nobody.
struct BareDevices: DeviceControls {
  let provider: BareProvider
  let hooks: BareHookControls
  let now: @Sendable () -> Timestamp

  /// Who it was given to is the token's first word.
  func join(_ room: ProviderRoom, token: String) async throws -> DeviceAdmission {
    let place = token.split(separator: " ").first.map(String.init) ?? token
    await hooks.tell(provider.come(place, to: room.key, at: now()))
    return .connected(connection: place)
  }

  func leave(_ connection: String, _ room: ProviderRoom) async throws {
    await hooks.tell(provider.go(connection, from: room.key))
  }

  func sendAudio(_ connection: String, _ room: ProviderRoom) async throws -> Bool {
    await hooks.tell(provider.publish([.audio], connection, in: room.key))
    return true
  }

  func raiseHand(_ person: String, _ room: ProviderRoom) async throws {}
}

/// What the vendor was asked, by its first word.
struct BareJournal: JournalControls {
  let provider: BareProvider

  private static let words: [VendorOperation: String] = [
    .create: "create", .find: "find", .end: "end", .mute: "mute", .remove: "remove", .presence: "snapshot",
    .permit: "permit",
  ]

  func requests(of operation: VendorOperation) async throws -> [String] {
    if operation == .any { return provider.calls }
    guard let word = Self.words[operation] else { return [] }
    return provider.calls.filter { $0.split(separator: " ").first.map(String.init) == word }
  }
}
