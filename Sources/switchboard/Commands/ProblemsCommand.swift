import MeetingCore
import RESTFacade

extension Command {
  static let problems = Command(
    name: "problems", summary: "explains the error codes of the API",
    help: """
      usage: switchboard problems [CODE]
             switchboard problems --write DIR

        CODE         the whole page of one code; absent: the table of all
        --write DIR  writes DIR/CODE.md for every code, as kept in docs/problems
      """
  ) { arguments in
    let options = try Arguments(arguments, options: ["write"])
    try options.refuseWords(beyond: options["write"] == nil ? 1 : 0)
    if let folder = options["write"] {
      try Files.makeFolder(folder)
      for code in ErrorCode.allCases {
        try Files.write(ProblemText.page(code) + "\n", to: "\(folder)/\(code.rawValue).md")
      }
    } else if let word = options.words.first {
      guard let code = ErrorCode(rawValue: word) else { throw UsageError("there is no code '\(word)'") }
      Output.line(ProblemText.page(code))
    } else {
      Output.line(ProblemText.table)
    }
  }
}
