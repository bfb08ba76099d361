import GatewayEngine
import HTTPTypes
import MeetingCore

/// What a problem's `type` leads to: a page for the person who met it, in HTML for a browser and as text for a terminal.
enum ProblemPage {
  /// Both forms; whoever has no wish gets text.
  static let types = ["text/plain", "text/html"]

  static func answer(for code: ErrorCode, as form: String?) -> Answer {
    let isText = form != types[1]
    let body = isText ? ProblemText.page(code) + "\n" : html(code)
    var answer = Answer.bytes(200, type: (isText ? types[0] : types[1]) + "; charset=utf-8", Array(body.utf8))
    answer.fields["Cache-Control"] = "max-age=3600"
    answer.fields["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    answer.vary(by: "Accept")
    return answer
  }

  private static let style = """
    body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}\
    pre{overflow-x:auto;padding:1rem;border:1px solid}
    """

  private static func html(_ code: ErrorCode) -> String {
    let (type, guide) = (ProblemType.of(code), ProblemGuide.of(code))
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(escaped(type.title))</title>
      <style>\(style)</style>
      <h1>\(escaped(type.title))</h1>
      <p>Status \(type.status), code <code>\(code.rawValue)</code>. \(inline(type.help))</p>
      <h2>When it happens</h2>
      <ul>\(guide.cases.map { "<li>\(inline($0))</li>" }.joined())</ul>
      <h2>What to do</h2>
      <p>\(inline(guide.remedy))</p>
      <h2>Does retrying help?</h2>
      <p>\(inline(ProblemGuide.retrying(code)))</p>
      <h2>Example</h2>
      <pre>\(escaped(ProblemText.example(code)))</pre>
      </html>

      """
  }

  /// Back-quoted words become code.
  private static func inline(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 1 ? "<code>\(escaped($0.element))</code>" : escaped($0.element) }.joined()
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
