import MockKit
import JSONCoding

extension StreamTenant {
  /// The roles a caller has in a call; the first is the one a refusal names.
  func roles(of caller: StreamCaller, in call: StreamCall?) -> [String] {
    var roles: [String] = []
    switch caller {
    case .user(let id, _):
      roles.append(users[id]?.role ?? "user")
      if let member = call?.member(id) {
        roles.append(member.role)
        if options.everyMemberIsCallMember { roles.append("call_member") }
      }
    case .anonymous: roles.append("anonymous")
    case .server, .nobody: break
    }
    if options.callTokenRoleAddsGrants, let role = caller.scope?.role { roles.append(role) }
    return roles
  }

  /// The permission ids a caller has, before settings switch any off.
  func permissions(of caller: StreamCaller, in call: StreamCall?, type: String) -> Set<String> {
    let grants = callTypes[type]?.grants ?? [:]
    let isOwner = call != nil && call?.creatorID == caller.userID
    var permissions: Set<String> = []
    for grant in roles(of: caller, in: call).flatMap({ grants[$0] ?? [] }) {
      let (permission, ownerOnly) = StreamPermissions.parts(grant)
      if !ownerOnly || isOwner { permissions.insert(permission) }
    }
    if let id = caller.userID, let call {
      permissions.formUnion(call.granted[id] ?? [])
      permissions.subtract(call.revoked[id] ?? [])
    }
    return permissions
  }

  /// What a caller can do in a call, as `own_capabilities` lists it. A server token has nobody's.
  func capabilities(of caller: StreamCaller, in call: StreamCall) -> [String] {
    visible(permissions(of: caller, in: call, type: call.type), in: call)
  }

  /// Role to capabilities, for roles that have any without owning the call.
  func capabilitiesByRole(_ call: StreamCall) -> JSON {
    var document = JSONObject()
    for (role, grants) in (callTypes[call.type]?.grants ?? [:]).sorted(by: { $0.key < $1.key }) {
      let permissions = grants.map(StreamPermissions.parts).filter { !$0.ownerOnly }.map(\.permission)
      document[role] = .strings(visible(Set(permissions), in: call))
    }
    return .object(document)
  }

  private func visible(_ permissions: Set<String>, in call: StreamCall) -> [String] {
    var capabilities = Set(permissions.compactMap(StreamPermissions.capability))
    if !call.isOn("video", "enabled") { capabilities.remove("send-video") }
    if !call.isOn("screensharing", "enabled") { capabilities.remove("screenshare") }
    return capabilities.sorted()
  }

  /// Lets a server token and a caller with the permission through.
  func require(
    _ permission: String, of caller: StreamCaller, in call: StreamCall?, type: String, cid: String
  ) throws(StreamRefusal) {
    guard !caller.isServer else { return }
    if let id = caller.userID, users[id] == nil { throw .missing("the user \(id) does not exist") }
    let isInScope = caller.scope?.cids.contains(cid) ?? true
    guard isInScope, permissions(of: caller, in: call, type: type).contains(permission) else {
      let role = roles(of: caller, in: call).first ?? "anonymous"
      throw .notAllowed(
        caller.userID ?? StreamAuthenticator.anonymousID, role: role, permission, type: type)
    }
  }

  /// The call a request addresses, if its caller has the permission there.
  func call(_ input: StreamInput, requiring permission: String) throws(StreamRefusal) -> StreamCall {
    _ = try callType(input.type)
    let call = try call(input.cid)
    try require(permission, of: input.caller, in: call, type: call.type, cid: call.cid)
    return call
  }

  /// Everything a join has to pass before the media server is handed out.
  func checkJoin(_ caller: StreamCaller, _ call: StreamCall, now: Int64) throws(StreamRefusal) {
    func require(_ permission: String) throws(StreamRefusal) {
      try self.require(permission, of: caller, in: call, type: call.type, cid: call.cid)
    }
    try require("join-call")
    if let id = caller.userID, call.blocked.contains(id) {
      throw .forbidden("User '\(id)' is blocked from call \(call.cid)")
    }
    if call.endedAt != nil { try require("join-ended-call") }
    if call.backstage && !isJoinAheadOpen(call, now: now) { try require("join-backstage") }
  }

  private func isJoinAheadOpen(_ call: StreamCall, now: Int64) -> Bool {
    guard let start = call.startsAt, let ahead = call.seconds("backstage", "join_ahead_time_seconds"), ahead > 0 else {
      return false
    }
    return start - ahead * 1_000_000_000 <= now
  }
}
