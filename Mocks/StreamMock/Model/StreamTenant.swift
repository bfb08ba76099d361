import JSONCoding
import MockKit

/// Everything one account holds. A value; the mock keeps all of them under one lock.
struct StreamTenant: Sendable {
  let account: StreamMockConfiguration.Account
  let options: StreamMockOptions
  var identifiers: SeededIdentifiers
  var users: [String: StreamUser] = [:]
  var calls: [String: StreamCall] = [:]
  var callTypes: [String: StreamCallType] = [:]
  var app = StreamApp()
  /// Finished asynchronous tasks.
  var tasks: [String: JSON] = [:]
  var limiter: StreamRateLimiter
  /// Who is connected to the coordinator, by connection id.
  var connections: [String: StreamConnection] = [:]
  /// Who is connected to the media server: by call, then by device.
  var media: [String: [String: StreamMediaConnection]] = [:]
  /// Devices whose connection broke, by call, and when they will have left.
  var lost: [String: [String: Int64]] = [:]
  /// What agents say, by call and device.
  var voices: [String: [String: StreamVoice]] = [:]
  /// While true nothing is said on any media connection, as when a network swallows everything.
  var mediaIsSilent = false
  /// Events of the request under way.
  var outbox: [MockEvent] = []
  /// Calls with something due at some time.
  var timed: Set<String> = []
  /// Nothing is due before this; may be earlier than the first thing that is.
  var nextDeadline: Int64?
  private var lastOrder = 0

  init(account: StreamMockConfiguration.Account, options: StreamMockOptions, seed: UInt64, now: Int64) {
    self.account = account
    self.options = options
    identifiers = SeededIdentifiers(seed: seed)
    limiter = StreamRateLimiter(options)
    for name in StreamDefaults.typeNames {
      callTypes[name] = StreamCallType(
        name: name, settings: StreamDefaults.settings(name, options), grants: StreamGrants.grants(name, options),
        createdAt: now, updatedAt: now)
    }
  }

  mutating func nextOrder() -> Int {
    lastOrder += 1
    return lastOrder
  }

  func call(_ cid: String) throws(StreamRefusal) -> StreamCall {
    guard let call = calls[cid] else { throw .missing("Can't find call with id \(cid)") }
    return call
  }

  func callType(_ name: String) throws(StreamRefusal) -> StreamCallType {
    guard let type = callTypes[name] else { throw .missing("\(name): call type does not exist") }
    return type
  }
}
