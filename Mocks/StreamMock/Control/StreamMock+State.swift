import Synchronization
package import JSONCoding
import HTTPTypes
import MockKit

extension StreamMock {
  /// Every account with its users, calls and devices.
  package var state: JSON {
    tenants.withLock { tenants in
      var document = JSONObject()
      for account in configuration.accounts { document[account.apiKey] = tenants[account.apiKey]?.stateDocument }
      return .object(document)
    }
  }
}

extension StreamTenant {
  fileprivate var stateDocument: JSON {
    [
      "users": .array(users.values.sorted { $0.order < $1.order }.map { fullDocument($0, .client) }),
      "calls": .array(calls.values.sorted { $0.order < $1.order }.map(callDocument)),
      "event_hooks": .array(app.eventHooks.map(JSON.object)),
    ]
  }

  private func callDocument(_ call: StreamCall) -> JSON {
    let participants = call.session?.order.compactMap { call.session?.participants[$0] } ?? []
    return [
      "call": document(call, .client), "members": documents(call.members, .client, limit: .max),
      "devices": .array(participants.map(Self.deviceDocument)), "granted": sets(call.granted),
      "revoked": sets(call.revoked),
      "past_sessions": .strings(call.pastSessions.map(\.id)),
    ]
  }

  private func sets(_ sets: [String: Set<String>]) -> JSON {
    var document = JSONObject()
    for (user, permissions) in sets.sorted(by: { $0.key < $1.key }) where !permissions.isEmpty {
      document[user] = .strings(permissions.sorted())
    }
    return .object(document)
  }
}

extension QueryParameters {
  /// No parameters at all.
  static let none = QueryParameters(nil)!
}
