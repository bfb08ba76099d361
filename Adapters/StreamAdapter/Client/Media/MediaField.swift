import AdapterKit
import JSONCoding
import MeetingCore

/// A place in what the media server said, which may hold something or not.
struct MediaField {
  private let value: JSON?
  private let pointer: String

  init(_ value: JSON?, _ pointer: String) {
    self.value = value
    self.pointer = pointer
  }

  subscript(name: String) -> MediaField { MediaField(value?[name], "\(pointer)/\(name)") }

  /// nil where there is nothing.
  var present: MediaField? { value == nil || value == .null ? nil : self }

  var text: String {
    get throws(MediaFailure) { try required(value?.stringValue) }
  }

  var flag: Bool {
    get throws(MediaFailure) { try required(value?.boolValue) }
  }

  var integer: Int64 {
    get throws(MediaFailure) { try required(value?.integerValue) }
  }

  /// Not negative, and not so large that adding to it is a risk.
  var count: Int {
    get throws(MediaFailure) {
      try required(value?.integerValue.flatMap { (0...Self.largestCount).contains($0) ? Int($0) : nil })
    }
  }

  private static let largestCount: Int64 = 1 << 31

  /// From 0 to 1.
  var share: Double {
    get throws(MediaFailure) { try required(value?.numberValue.flatMap { (0...1).contains($0) ? $0 : nil }) }
  }

  /// nil where there is none.
  var time: Int64? {
    get throws(MediaFailure) { try present?.required(WireTime.read(value)?.nanoseconds) }
  }

  func items<Item>(_ read: (MediaField) throws(MediaFailure) -> Item) throws(MediaFailure) -> [Item] {
    let values = try required(value?.arrayValue)
    var items: [Item] = []
    for (index, value) in values.enumerated() { items.append(try read(MediaField(value, "\(pointer)/\(index)"))) }
    return items
  }

  private func required<Value>(_ value: Value?) throws(MediaFailure) -> Value {
    guard let value else { throw .badMessage(pointer: pointer) }
    return value
  }
}
