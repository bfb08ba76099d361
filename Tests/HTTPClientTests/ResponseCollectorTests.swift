import HTTPTypes
import Testing

@testable import HTTPClient

/// The bounds and rules of heads, without a server.
@Suite struct ResponseCollectorTests {
  private func take(_ lines: [String]) -> (ResponseCollector, [ResponseCollector.Step]) {
    var collector = ResponseCollector(maximumBodyBytes: 10)
    let steps = lines.map { line in Array("\(line)\r\n".utf8).withUnsafeBufferPointer { collector.take(line: $0) } }
    return (collector, steps)
  }

  @Test func theFinalHeadBeginsOnce() {
    let (collector, steps) = take(["HTTP/1.1 100 Continue", "X: 1", "", "HTTP/2 200", "Y: 2", "", "Z: 3", ""])
    #expect(steps == [.more, .more, .more, .begun, .more, .more, .more, .more])
    #expect(collector.fields == ["Y": "2"])
    #expect(collector.hasHead)
  }

  @Test func aHeadWithoutItsEmptyLineIsNotWhole() {
    #expect(!take(["HTTP/1.1 200 OK", "X: 1"]).0.hasHead)
    #expect(!take(["HTTP/1.1 199 OK", ""]).0.hasHead)
    #expect(!take(["HTTP/1.1 100 Continue", ""]).0.hasBegun)
  }

  @Test(arguments: [("X:a", "a"), ("X: \t a b \t", "a b"), ("X:", ""), ("X: \u{301}a", "\u{301}a"), ("X: :", ":")])
  func valuesLoseTheBlanksAround(line: String, value: String) {
    let fields = take(["HTTP/1.1 200 OK", line]).0.fields
    #expect(fields["X"].map { Array($0.utf8) } == Array(value.utf8))
  }

  @Test func linesThatAreNoFieldsAreDropped() {
    #expect(take(["HTTP/1.1 200 OK", " fold of nothing", "no colon", "X: 1"]).0.fields == ["X": "1"])
  }

  @Test func bodiesStopAtTheirLimit() {
    var collector = ResponseCollector(maximumBodyBytes: 10)
    let step = { (count: Int) in
      [UInt8](repeating: 0, count: count).withUnsafeBufferPointer { collector.take(body: $0) }
    }
    #expect(step(4) == .more)
    #expect(step(6) == .more)
    #expect(step(0) == .more)
    #expect(step(1) == .tooLarge)
    #expect(collector.body.count == 10)
  }
}
