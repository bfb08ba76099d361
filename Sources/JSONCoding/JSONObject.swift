/// An object's members in the order they were written. Two objects are equal when their members are, whatever the order.
/// Keys are told apart by their bytes: a composed and a decomposed "é" are two keys.
package struct JSONObject: Sendable, Hashable {
  /// Up to this many members a look-up just goes through them; beyond, there is a table.
  private static let fewMembers = 12

  /// The members in order.
  package private(set) var pairs: [(key: String, value: JSON)] = []
  private var places: [UTF8Text: Int] = [:]

  package init() {}

  package subscript(key: String) -> JSON? {
    get { place(of: key).map { pairs[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): pairs[place].value = value
      case (let place?, nil): remove(at: place)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  package var keys: [String] { pairs.map(\.key) }
  package var count: Int { pairs.count }
  package var isEmpty: Bool { pairs.isEmpty }

  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.pairs.allSatisfy { right[$0.key] == $0.value }
  }

  package func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in pairs {
      var member = Hasher()
      UTF8Text.hash(key, into: &member)
      member.combine(value)
      sum ^= member.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }

  /// Adds a member whose key is surely new.
  mutating func append(_ key: String, _ value: JSON) {
    pairs.append((key, value))
    if pairs.count == Self.fewMembers + 1 {
      index()
    } else if pairs.count > Self.fewMembers {
      places[UTF8Text(text: key)] = pairs.count - 1
    }
  }

  mutating func reserveCapacity(_ count: Int) { pairs.reserveCapacity(count) }

  private func place(of key: String) -> Int? {
    pairs.count > Self.fewMembers
      ? places[UTF8Text(text: key)] : pairs.firstIndex { UTF8Text.same($0.key, key) }
  }

  private mutating func remove(at place: Int) {
    pairs.remove(at: place)
    index()
  }

  private mutating func index() {
    places = [:]
    guard pairs.count > Self.fewMembers else { return }
    for (place, pair) in pairs.enumerated() { places[UTF8Text(text: pair.key)] = place }
  }
}
