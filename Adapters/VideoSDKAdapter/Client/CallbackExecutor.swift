/// Where a meeting's listeners are called. Wherever it is, a meeting calls one after the other, in the order in which things
/// happened, and never two at a time.
public struct CallbackExecutor: Sendable {
  private enum Place {
    case meeting
    case main
    case custom(@Sendable (@escaping @Sendable () -> Void) -> Void)
  }

  private let place: Place

  /// On the threads of Swift's concurrency pool, whichever is free; each meeting by itself. What the listeners share with
  /// the rest of an app needs protection of its own.
  public static let meeting = Self(place: .meeting)
  /// On the main actor, for views.
  public static let main = Self(place: .main)

  /// Wherever `execute` brings what it is given, e.g. to a queue of the app's. It must run everything it gets, once: the
  /// meeting waits for one before it hands out the next.
  public static func custom(_ execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) -> Self {
    Self(place: .custom(execute))
  }

  /// Returns when it has run.
  func perform(_ work: @escaping @Sendable () -> Void) async {
    switch place {
    case .meeting: work()
    case .main: await MainActor.run(body: work)
    case .custom(let execute):
      await withCheckedContinuation { done in
        execute {
          work()
          done.resume()
        }
      }
    }
  }
}
