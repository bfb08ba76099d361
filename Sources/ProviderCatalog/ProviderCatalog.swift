package import MeetingCore

/// Every kind of provider in this build, by name. The only library that knows adapters and mocks.
package enum ProviderCatalog {
  package static let kinds: [ProviderKind] = [.stream, .videoSDK]

  package static func kind(_ name: String) -> ProviderKind? { kinds.first { $0.kind == name } }

  package static var descriptions: [ProviderDescription] { kinds.map(\.description) }
}
