import Configuration
import Foundation
import MeetingCore
import ProviderCatalog
import Testing

/// What the documents say of the program is what the program says of itself.
@Suite struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func theReadmesCapabilityTableIsTheDeclarations() throws {
    let table = try CapabilityText.render()
    #expect(try text("README.md").contains(table), "run `switchboard providers` and paste its table")
  }

  @Test func theConfigurationReferenceIsTheReaders() throws {
    let schemas = ProviderCatalog.descriptions.map {
      ProviderSchema(kind: $0.kind, credentialKeys: $0.credentialKeys, hosts: $0.hosts, options: $0.options)
    }
    let reference = ConfigurationReference.render(schemas: schemas)
    #expect(try text("docs/configuration.md").contains(reference), "run `switchboard config reference` and paste it")
  }

  @Test func everyErrorCodeHasAPlaceInTheGuide() throws {
    let guide = try text("docs/errors.md")
    for code in ErrorCode.allCases { #expect(guide.contains("`\(code.rawValue)`"), "\(code.rawValue)") }
  }
}
