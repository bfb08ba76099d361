import Configuration
import Foundation
import MeetingCore
import MockKit
import ProviderCatalog
import RESTFacade
import Testing

/// What the documents say of the program is what the program says of itself.
@Suite struct DocumentationTests {
  private func text(_ path: String) throws -> String { try Repository.text(path) }

  /// What somebody offers stands in the README as it is printed; what nobody has is named in one sentence.
  @Test func theReadmesCapabilityTableIsTheDeclarations() throws {
    let rows = try CapabilityText.render().split(separator: "\n")
    let isMissing = { (row: Substring) in row.split(separator: "|").dropFirst().allSatisfy { $0 == " – " } }
    let table = rows.filter { !isMissing($0) }.joined(separator: "\n")
    let missing = rows.filter(isMissing).map { $0.split(separator: "|")[0].filter { $0 != " " } }
    let readme = try text("README.md")
    #expect(readme.contains("\n\n\(table)\n\n"), "run `switchboard providers` and paste the rows that are not –")
    let words = readme.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let sentence = "No provider yet: " + missing.joined(separator: ", ") + "."
    #expect(missing.isEmpty ? !words.contains("No provider yet:") : words.contains(sentence))
  }

  @Test func theConfigurationReferenceIsTheReaders() throws {
    let schemas = ProviderCatalog.descriptions.map {
      ProviderSchema(
        kind: $0.kind, credentialKeys: $0.credentialKeys, optionalCredentialKeys: $0.optionalCredentialKeys,
        hosts: $0.hosts, options: $0.options)
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
    let folder = Repository.url("docs/problems").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == ErrorCode.allCases.map { $0.rawValue + ".md" }.sorted())
  }

  @Test func theGuideNamesEveryMetric() throws {
    let guide = try text("docs/guide/10-operating.md")
    let names = try Repository.swiftFiles("Sources").flatMap {
      try Self.matches(#""(switchboard_[a-z_]+)""#, in: $0.text)
    }
    #expect(names.count > 4)
    for name in Set(names) { #expect(guide.contains("| `\(name)` |"), "\(name)") }
  }

  @Test func theGuideNamesEveryFaultAndMutationOfTheMocks() throws {
    let guide = try text("docs/guide/09-mocks.md")
    let kinds = try Self.matches(
      #"case \.[A-Za-z0-9]+: "([a-z0-9_]+)""#, in: text("Mocks/MockKit/Faults/MockFault.swift"))
    #expect(kinds.count > 10)
    let values =
      RetryAfterForm.allCases.map(\.rawValue) + WebhookMutation.allCases.map(\.rawValue)
      + ResetPoint.allCases.map(\.rawValue)
    for kind in kinds + values {
      #expect(guide.contains("`\(kind)`"), "\(kind)")
    }
  }

  @Test func theGuideNamesEveryTypeOfEvent() throws {
    let guide = try text("docs/guide/05-events.md")
    let types = try Self.matches(#": "([a-z_]+\.[a-z_]+)""#, in: text("Sources/MeetingCore/Events/RoomEvent.swift"))
    #expect(types.count > 10)
    for type in types { #expect(guide.contains("`\(type)`"), "\(type)") }
  }

  /// Links to places outside and within a page are not followed.
  @Test(arguments: ["README.md", "CONTRIBUTING.md", "docs/errors.md", "docs/guide"])
  func everyLinkLeadsToAFile(_ path: String) throws {
    let pages =
      path.hasSuffix(".md")
      ? [path]
      : try FileManager.default
        .contentsOfDirectory(atPath: Repository.url(path).path).map { "\(path)/\($0)" }
    for page in pages {
      let folder = Repository.url(page).deletingLastPathComponent()
      for link in try Self.matches(#"\]\(([^)#]+)(?:#[^)]*)?\)"#, in: text(page)) where !link.contains("://") {
        let target = folder.appendingPathComponent(link).path
        #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link)")
      }
    }
  }

  private static func matches(_ pattern: String, in text: String) throws -> [String] {
    text.matches(of: try Regex(pattern, as: (Substring, Substring).self)).map { String($0.output.1) }
  }
}
