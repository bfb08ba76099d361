/// An object's members in the order they were written. Two objects are equal when their members are, whatever the order.
/// Keys are told apart by their bytes: a composed and a decomposed "é" are two keys.
package struct JSONObject: Sendable, Hashable {
  private struct Key: Sendable, Hashable {
    let text: String

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
  }

  private var order: [Key] = []
  private var members: [Key: JSON] = [:]

  package init() {}

  package subscript(key: String) -> JSON? {
    get { members[Key(text: key)] }
    set {
      let key = Key(text: key)
      if let newValue {
        if members.updateValue(newValue, forKey: key) == nil { order.append(key) }
      } else if members.removeValue(forKey: key) != nil {
        order.removeAll { $0 == key }
      }
    }
  }

  package var keys: [String] { order.map(\.text) }
  package var count: Int { order.count }
  package var isEmpty: Bool { order.isEmpty }

  /// The members in order.
  package var pairs: [(key: String, value: JSON)] { order.map { ($0.text, members[$0] ?? .null) } }

  package static func == (left: Self, right: Self) -> Bool { left.members == right.members }
  package func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
