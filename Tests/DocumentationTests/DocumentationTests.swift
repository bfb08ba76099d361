import Configuration
import Foundation
import MeetingCore
import ProviderCatalog
import RESTFacade
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

  @Test func theTableOfErrorCodesIsTheFacades() throws {
    #expect(try text("docs/errors.md").contains(ProblemText.table), "run `switchboard problems` and paste its table")
  }

  @Test func everyErrorCodeHasItsPageAndNothingElseHas() throws {
    for code in ErrorCode.allCases {
      let page = try text("docs/problems/\(code.rawValue).md")
      #expect(page == ProblemText.page(code) + "\n", "run `switchboard problems --write docs/problems`")
    }
    let folder = Self.root.appendingPathComponent("docs/problems").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == ErrorCode.allCases.map { $0.rawValue + ".md" }.sorted())
  }
}
