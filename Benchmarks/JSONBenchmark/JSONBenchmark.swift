import Foundation
import JSONCoding

/// Parses and writes one document over and over, with our coding and with Foundation's, and prints microseconds as JSON.
///
///     JSONBenchmark FILE SECONDS
@main
enum JSONBenchmark {
  private static let rounds = 7

  static func main() {
    do { try run() } catch {
      FileHandle.standardError.write(Data("json benchmark: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let seconds = Double(arguments[2]) else { throw CocoaError(.featureUnsupported) }
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    let contenders = try contenders(data)
    var times = contenders.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        times[index].append(try microseconds(seconds / Double(rounds), contender.work))
      }
    }
    let medians = times.map { $0.sorted()[rounds / 2] }
    let figures = zip(contenders, medians).map { "\"\($0.name)\":\($1)" }.joined(separator: ",")
    print("{\"bytes\":\(data.count),\(figures)}")
  }

  /// Each reads the whole document and writes it again; the sizes are checked, so that nobody skips anything.
  private static func contenders(_ data: Data) throws -> [(name: String, work: () throws -> Int)] {
    let bytes = [UInt8](data)
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    let contenders: [(name: String, work: () throws -> Int)] = [
      ("ours", { try JSON.parse(bytes, mode: .strict).bytes().count }),
      (
        "serialization",
        { try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: data)).count }
      ),
      ("coders", { try encoder.encode(decoder.decode(RoomDocument.self, from: data)).count }),
    ]
    for contender in contenders where try contender.work() < bytes.count / 2 {
      throw CocoaError(.coderInvalidValue)
    }
    return contenders
  }

  private static func microseconds(_ seconds: Double, _ work: () throws -> Int) throws -> Double {
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    var count = 0
    while ContinuousClock.now < end {
      for _ in 0..<64 { count += try work() > 0 ? 1 : 0 }
    }
    return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
  }
}
