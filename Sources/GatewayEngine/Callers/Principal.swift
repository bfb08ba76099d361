package import MeetingCore

/// Who authenticated.
package enum Principal: Sendable, Hashable {
  case key(KeyPrincipal)
  case client(ClientPrincipal)

  package var tenant: String {
    switch self {
    case .key(let key): key.tenant
    case .client(let client): client.tenant
    }
  }
}

/// A tenant's API key.
package struct KeyPrincipal: Sendable, Hashable {
  package let id: String
  package let tenant: String
  package let scopes: Set<Scope>

  package init(id: String, tenant: String, scopes: Set<Scope>) {
    self.id = id
    self.tenant = tenant
    self.scopes = scopes
  }
}

/// One person in one room: what browsers and apps hold.
package struct ClientPrincipal: Sendable, Hashable {
  package let tenant: String
  package let room: String
  /// External id.
  package let person: String
  /// As the token says; once it is authenticated, as the room has it now.
  package let role: ParticipantRole
  package let expiresAt: Timestamp
  package let keyID: String

  package init(
    tenant: String, room: String, person: String, role: ParticipantRole, expiresAt: Timestamp, keyID: String
  ) {
    self.tenant = tenant
    self.room = room
    self.person = person
    self.role = role
    self.expiresAt = expiresAt
    self.keyID = keyID
  }

  /// The same person in another role.
  func acting(as role: ParticipantRole) -> Self {
    Self(tenant: tenant, room: room, person: person, role: role, expiresAt: expiresAt, keyID: keyID)
  }
}

/// What a key may do. `manage` implies `read`; `admin` and `operator` imply nothing else.
package enum Scope: String, Sendable, Hashable, CaseIterable { case read, manage, admin, `operator` }
