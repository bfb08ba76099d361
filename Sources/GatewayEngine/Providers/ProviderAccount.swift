package import MeetingCore

/// An account at a vendor, as configured.
package struct ProviderAccount: Sendable {
  /// The account's name, e.g. in a room's `provider`.
  package let name: String
  package let description: ProviderDescription
  package let isMock: Bool
  package let provider: any MeetingProvider

  package init(name: String, description: ProviderDescription, isMock: Bool, provider: any MeetingProvider) {
    self.name = name
    self.description = description
    self.isMock = isMock
    self.provider = provider
  }

  package var kind: String { description.kind }

  /// How the account itself is looked after; nil = there is nothing to look after.
  package var keeping: (any AccountKeeping)? {
    RoomKind.allCases.lazy.compactMap { provider.offering(for: $0)?.port(.accountKeeping) }.first
  }
}
