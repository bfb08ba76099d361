/// What `Atomic` can hold here: as much as the program needs.
public protocol AtomicWord {
  init(word: Int)
  var word: Int { get }
}

extension Int: AtomicWord {
  public init(word: Int) { self = word }
  public var word: Int { self }
}

extension Bool: AtomicWord {
  public init(word: Int) { self = word != 0 }
  public var word: Int { self ? 1 : 0 }
}
