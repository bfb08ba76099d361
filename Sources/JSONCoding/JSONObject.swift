/// An object's members in the order they were written. Two objects are equal when their members are, whatever the order.
package struct JSONObject: Sendable, Hashable {
  package private(set) var keys: [String] = []
  private var members: [String: JSON] = [:]

  package init() {}

  package subscript(key: String) -> JSON? {
    get { members[key] }
    set {
      if let newValue {
        if members.updateValue(newValue, forKey: key) == nil { keys.append(key) }
      } else if members.removeValue(forKey: key) != nil {
        keys.removeAll { $0 == key }
      }
    }
  }

  package var count: Int { keys.count }
  package var isEmpty: Bool { keys.isEmpty }

  /// The members in order.
  package var pairs: [(key: String, value: JSON)] { keys.map { ($0, members[$0] ?? .null) } }

  package static func == (left: Self, right: Self) -> Bool { left.members == right.members }
  package func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
