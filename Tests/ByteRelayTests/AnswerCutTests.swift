import Testing

@testable import ByteRelay

@Suite("An answer under a fault")
struct AnswerCutTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-A: b\r\n\r\n"
  private static let answer = head + "0123456789"

  struct Case: Sendable {
    let fault: AnswerFault
    let answer: String
    let passed: String
    let ending: AnswerCut.Ending?
  }

  static let cases: [Case] = [
    Case(fault: .resetInHead, answer: answer, passed: String(head.utf8.prefix(head.utf8.count / 2))!, ending: .reset),
    Case(fault: .resetInBody, answer: answer, passed: head + "01234", ending: .reset),
    Case(fault: .truncated(bytes: 3), answer: answer, passed: head + "012", ending: .closed),
    Case(fault: .truncated(bytes: 0), answer: answer, passed: head, ending: .closed),
    Case(fault: .truncated(bytes: 99), answer: answer, passed: answer, ending: .closed),
    Case(
      fault: .overstated(bytes: 5), answer: answer,
      passed: "HTTP/1.1 200 OK\r\nContent-Length: 15\r\nX-A: b\r\n\r\n0123456789", ending: .closed),
    // Names of fields know no case, and the blank behind the colon may be missing.
    Case(
      fault: .overstated(bytes: 1), answer: "HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\nab",
      passed: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", ending: .closed),
    // An answer without a body.
    Case(
      fault: .overstated(bytes: 7), answer: "HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n",
      passed: "HTTP/1.1 204 No Content\r\nDate: now\r\nContent-Length: 7\r\n\r\n", ending: .closed),
    Case(
      fault: .resetInBody, answer: "HTTP/1.1 204 No Content\r\n\r\n", passed: "HTTP/1.1 204 No Content\r\n\r\n",
      ending: .reset),
    // A head that is not over yet is held back.
    Case(fault: .resetInBody, answer: "HTTP/1.1 200 OK\r\n", passed: "", ending: nil),
    Case(fault: .truncated(bytes: 20), answer: head + "0", passed: head + "0", ending: nil),
  ]

  @Test("it comes out the same however its bytes arrive", arguments: cases.indices, [1, 2, 3, 7, 1000])
  func cut(_ index: Int, _ size: Int) {
    let test = Self.cases[index]
    var cut = AnswerCut(test.fault)
    #expect(Self.feed(&cut, test.answer, size) == .init(bytes: Array(test.passed.utf8), ending: test.ending))
  }

  @Test("earlier answers pass unharmed", arguments: [1, 5, 1000])
  func skips(_ size: Int) {
    var cut = AnswerCut(.truncated(bytes: 1), skip: Self.answer.utf8.count)
    let step = Self.feed(&cut, Self.answer + Self.answer, size)
    #expect(step == .init(bytes: Array((Self.answer + Self.head + "0").utf8), ending: .closed))
  }

  @Test("what is no head is not kept for ever")
  func noHead() {
    var cut = AnswerCut(.resetInHead)
    let step = Self.feed(&cut, String(repeating: "x", count: 70_000), 1000)
    #expect(step.ending == .closed)
    #expect(step.bytes.count > 65_536 && step.bytes.count < 70_000)
  }

  @Test("the half head of a server that left is passed on")
  func heldBack() {
    var cut = AnswerCut(.truncated(bytes: 1))
    _ = Self.feed(&cut, "HTTP/1.1 200", 4)
    #expect(cut.heldBack == Array("HTTP/1.1 200".utf8))
  }

  private static func feed(_ cut: inout AnswerCut, _ text: String, _ size: Int) -> AnswerCut.Step {
    var all = AnswerCut.Step()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, all.ending == nil {
      let step = Array(rest.prefix(size)).withUnsafeBytes { cut.take($0) }
      all.bytes += step.bytes
      all.ending = step.ending
      rest = rest.dropFirst(size)
    }
    return all
  }
}
