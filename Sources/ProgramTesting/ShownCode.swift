import Foundation

/// Code on a page of the guide, and the test that runs it: what readers see must be what is run.
package enum ShownCode {
  /// How many blocks of Swift a page has, and which of them do not stand, line by line, in the test. `page` is below the
  /// repository's folder; indentation does not count.
  package static func missing(from page: String, in test: String = #filePath) throws -> (blocks: Int, missing: [String])
  {
    let file = URL(fileURLWithPath: test)
    let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    let source = plain(try String(contentsOf: file, encoding: .utf8))
    let blocks = text.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
    return (blocks.count, blocks.map(String.init).filter { !source.contains(plain($0)) })
  }

  private static func plain(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
