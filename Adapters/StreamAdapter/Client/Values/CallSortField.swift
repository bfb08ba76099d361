import JSONCoding

/// What found calls are put in order by.
public struct CallSortField: Sendable, Hashable {
  public enum Direction: Int, Sendable, Hashable {
    case ascending = 1
    case descending = -1
  }

  /// `starts_at`, `created_at`, `updated_at`, `ended_at`, `type`, `id` or `cid`.
  public let field: String
  public let direction: Direction

  public init(field: String, direction: Direction) {
    self.field = field
    self.direction = direction
  }

  public static func ascending(_ field: String) -> Self { Self(field: field, direction: .ascending) }
  public static func descending(_ field: String) -> Self { Self(field: field, direction: .descending) }

  var json: JSON { ["field": .string(field), "direction": .integer(Int64(direction.rawValue))] }
}
