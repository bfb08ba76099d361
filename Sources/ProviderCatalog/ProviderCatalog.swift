package import MeetingCore

/// Every kind of provider in this build, by name. The only library that knows adapters and mocks.
package enum ProviderCatalog {
  package static let kinds: [ProviderKind] = [.stream, .videoSDK, .poly]

  package static func kind(_ name: String) -> ProviderKind? { kinds.first { $0.kind == name } }

  /// Every mock vendor in this build: one for each kind.
  package static let mocks: [MockKind] = kinds.map(\.mock)

  package static func mock(_ name: String) -> MockKind? { mocks.first { $0.name == name } }

  package static var descriptions: [ProviderDescription] { kinds.map(\.description) }
}
