import CWords

/// Stands in for the standard library's `Atomic`, with its very orderings.
///
/// `@unchecked Sendable`: the word is touched atomically only.
public struct Atomic<Value: AtomicWord>: ~Copyable, @unchecked Sendable {
  private let word: UnsafeMutablePointer<Int>

  public init(_ initial: Value) {
    word = .allocate(capacity: 1)
    word.initialize(to: initial.word)
  }

  deinit { word.deallocate() }

  public borrowing func load(ordering: AtomicLoadOrdering) -> Value {
    Value(word: sb_word_load(word, ordering.rawValue))
  }

  public borrowing func store(_ value: Value, ordering: AtomicStoreOrdering) {
    sb_word_store(word, value.word, ordering.rawValue)
  }
}

extension Atomic<Int> {
  @discardableResult
  public borrowing func add(_ number: Int, ordering: AtomicUpdateOrdering) -> (oldValue: Int, newValue: Int) {
    let old = sb_word_add(word, number, ordering.rawValue)
    return (old, old + number)
  }

  @discardableResult
  public borrowing func subtract(_ number: Int, ordering: AtomicUpdateOrdering) -> (oldValue: Int, newValue: Int) {
    add(-number, ordering: ordering)
  }

  @discardableResult
  public borrowing func wrappingAdd(_ number: Int, ordering: AtomicUpdateOrdering) -> (oldValue: Int, newValue: Int) {
    let old = sb_word_add(word, number, ordering.rawValue)
    return (old, old &+ number)
  }
}
