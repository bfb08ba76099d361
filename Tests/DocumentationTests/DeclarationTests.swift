import Foundation
import Testing

/// What others build on explains itself.
@Suite struct DeclarationTests {
  private static let modules = ["Sources/MeetingCore", "Sources/MeetingContract", "Sources/MeetingContractTesting"]

  @Test(arguments: modules)
  func everyTypeAndFunctionOfAPublicModuleIsDescribed(_ module: String) throws {
    let files = try Repository.swiftFiles(module)
    #expect(!files.isEmpty)
    for (name, text) in files {
      #expect(try Self.undescribed(text) == [], "\(name)")
    }
  }

  @Test func aTypeWithoutADescriptionIsFound() throws {
    let text = """
      /// A.
      public struct A {
        public func b() {}
        /// C.
        @discardableResult
        package static func c() -> Int { 1 }
        package enum D { case e }
        private func f() {}
      }
      """
    #expect(try Self.undescribed(text) == ["public func b() {}", "package enum D { case e }"])
  }

  /// Declarations that no `///` stands before; attributes may stand between.
  private static func undescribed(_ text: String) throws -> [String] {
    let declaration = try Regex(
      #"(public|package) ((static|final|indirect|mutating|nonisolated) )*(struct|enum|class|actor|protocol|typealias|func) .*"#
    )
    var (isDescribed, found) = (false, [String]())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.trimmingCharacters(in: .whitespaces)
      if words.wholeMatch(of: declaration) != nil, !isDescribed { found.append(words) }
      isDescribed = words.hasPrefix("///") || (isDescribed && words.hasPrefix("@"))
    }
    return found
  }
}
