/// The orderings of the standard library's atomics, by the numbers of C11.
public enum AtomicUpdateOrdering: Int32, Sendable {
  case relaxed = 0
  case acquiring = 2
  case releasing = 3
  case acquiringAndReleasing = 4
  case sequentiallyConsistent = 5
}
