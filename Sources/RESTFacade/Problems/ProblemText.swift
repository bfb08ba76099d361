import GatewayEngine
import JSONCoding
package import MeetingCore

/// All that is told of an error code, as Markdown: for a terminal, and for the files in `docs/problems`.
package enum ProblemText {
  /// The page of one code, without a final newline.
  package static func page(_ code: ErrorCode) -> String {
    let (type, guide) = (ProblemType.of(code), ProblemGuide.of(code))
    let cases = guide.cases.map { "- \($0)" }.joined(separator: "\n")
    return """
      # \(type.title)

      Status \(type.status), code `\(code.rawValue)`. \(type.help)

      ## When it happens

      \(cases)

      ## What to do

      \(guide.remedy)

      ## Does retrying help?

      \(ProblemGuide.retrying(code))

      ## Example

      ```json
      \(example(code))
      ```
      """
  }

  /// The table of all codes, by status and name.
  package static var table: String {
    let codes = Problems.all.sorted {
      (ProblemType.of($0).status, $0.rawValue) < (ProblemType.of($1).status, $1.rawValue)
    }
    let rows = codes.map { code in
      let type = ProblemType.of(code)
      let link = "[`\(code.rawValue)`](problems/\(code.rawValue).md)"
      return "| \(type.status) | \(link) | \(type.retryable ? "yes" : "no") | \(type.help) |"
    }
    return "| status | code | retryable | what it means |\n|---|---|---|---|\n" + rows.joined(separator: "\n")
  }

  /// The document that a request would get, one member a line.
  static func example(_ code: ErrorCode) -> String {
    let guide = ProblemGuide.of(code)
    let answer = ProblemRenderer.answer(
      guide.example, instance: guide.instance, requestID: ProblemGuide.exampleRequest)
    let members = (try? JSON.parse(answer.bytes ?? [], mode: .strict))?.objectValue?.pairs ?? []
    let lines = members.map { "  \(JSON.string($0.key).text()): \($0.value.text())" }
    return "{\n" + lines.joined(separator: ",\n") + "\n}"
  }
}
