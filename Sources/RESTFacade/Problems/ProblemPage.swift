import HTTPTypes
import MeetingCore

/// What a problem's `type` leads to: a page for the person who met it.
enum ProblemPage {
  static func answer(for code: ErrorCode) -> Answer {
    let type = ProblemType.of(code)
    let page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(type.title)</title>
      <h1>\(type.title)</h1>
      <p>Status \(type.status), code <code>\(code.rawValue)</code>.</p>
      <p>\(paragraph(type.help))</p>
      <p>\(type.retryable ? "The same request may succeed later." : "The same request will fail again.")</p>
      </html>

      """
    var answer = Answer.bytes(200, type: "text/html; charset=utf-8", Array(page.utf8))
    answer.fields["Cache-Control"] = "max-age=3600"
    answer.fields["Content-Security-Policy"] = "default-src 'none'"
    return answer
  }

  /// Back-quoted words become code. The texts are ours and hold nothing to escape.
  private static func paragraph(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }.joined()
  }
}
