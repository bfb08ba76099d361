/// The orderings of the standard library's atomics, by the numbers of C11.
public enum AtomicStoreOrdering: Int32, Sendable {
  case relaxed = 0
  case releasing = 3
  case sequentiallyConsistent = 5
}
