package import MeetingCore

/// One rule of the routes: which providers, in order, take rooms that match.
package struct RouteRule: Sendable, Hashable {
  package let kind: RoomKind?
  package let tenant: String?
  package let providers: [String]

  package init(kind: RoomKind? = nil, tenant: String? = nil, providers: [String]) {
    self.kind = kind
    self.tenant = tenant
    self.providers = providers
  }

  func matches(kind: RoomKind, tenant: String) -> Bool {
    (self.kind ?? kind) == kind && (self.tenant ?? tenant) == tenant
  }
}
