import JSONCoding

/// A call: the durable address, its settings and its sessions.
struct StreamCall: Sendable {
  let type: String
  let id: String
  let creatorID: String
  var custom: JSONObject
  var settings: JSONObject
  var startsAt: Int64?
  var team: String?
  var backstage: Bool
  let createdAt: Int64
  var updatedAt: Int64
  var endedAt: Int64?
  /// In the order in which they were added; answers list the newest first.
  var members: [StreamMember] = []
  var blocked: [String] = []
  /// Rights given to, and taken from, one user beside all roles.
  var granted: [String: Set<String>] = [:]
  var revoked: [String: Set<String>] = [:]
  /// The running session, or the last one.
  var session: StreamSession?
  var pastSessions: [StreamSession] = []
  /// What runs now, and the files of what ran.
  var egress: [StreamEgress] = []
  var files: [StreamFile] = []
  /// The order of creation, which breaks ties of time.
  let order: Int

  var cid: String { "\(type):\(id)" }
  var running: StreamSession? { session?.isRunning == true ? session : nil }

  func member(_ userID: String) -> StreamMember? { members.first { $0.userID == userID } }

  /// A setting, e.g. `setting("backstage", "enabled")`; nil when absent or null.
  func setting(_ block: String, _ name: String) -> JSON? {
    guard let value = settings[block]?[name], !value.isNull else { return nil }
    return value
  }

  func isOn(_ block: String, _ name: String) -> Bool { setting(block, name)?.boolValue ?? false }
  func seconds(_ block: String, _ name: String) -> Int64? { setting(block, name)?.integerValue }
}
