import Foundation
import Testing

/// A Markdown file, and the shell commands in it that are to be run.
///
/// A fence ```` ```sh run 201 403 ```` is run, and its requests must be answered with these statuses, in order (`any`: a
/// loop asks until something holds). One of ```` ```sh setup ```` is run before every page. Readers see neither word.
struct Page: Sendable, CustomTestStringConvertible {
  struct Block: Sendable {
    let line: Int
    let statuses: [String]
    let script: String
  }

  let path: String
  let blocks: [Block]
  let setup: String

  var testDescription: String { path }

  init(path: String, text: String) {
    self.path = path
    var (blocks, setup): ([Block], String) = ([], "")
    var open: (line: Int, words: [String], body: [String])?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if var fence = open {
        if line == "```" {
          let script = fence.body.joined(separator: "\n") + "\n"
          if fence.words == ["sh", "setup"] { setup += script }
          if fence.words.starts(with: ["sh", "run"]) {
            blocks.append(Block(line: fence.line, statuses: Array(fence.words.dropFirst(2)), script: script))
          }
          open = nil
        } else {
          fence.body.append(line)
          open = fence
        }
      } else if line.hasPrefix("```") {
        open = (index + 1, line.dropFirst(3).split(separator: " ").map(String.init), [])
      }
    }
    (self.blocks, self.setup) = (blocks, setup)
  }
}
