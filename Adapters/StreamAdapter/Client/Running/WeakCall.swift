/// A call as long as somebody uses it.
struct WeakCall: Sendable {
  weak let call: Call?

  init(_ call: Call) { self.call = call }
}
