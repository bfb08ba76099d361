import Store

/// Work for a thread that owns a connection, and the caller who waits for it.
final class Job<Context, Value: Sendable>: AnyJob<Context>, @unchecked Sendable {
  // Proof: `outcome` is touched only by the one thread that took the job; the rest is immutable and Sendable.
  private let body: @Sendable (Context) throws(SQLiteFailure) -> Value
  private let caller: CheckedContinuation<Result<Value, StoreFailure>, Never>
  private var outcome: Result<Value, StoreFailure>?

  init(
    caller: CheckedContinuation<Result<Value, StoreFailure>, Never>,
    body: @escaping @Sendable (Context) throws(SQLiteFailure) -> Value
  ) {
    self.caller = caller
    self.body = body
  }

  override func run(_ context: Context) throws(SQLiteFailure) {
    do throws(SQLiteFailure) {
      outcome = .success(try body(context))
    } catch {
      outcome = .failure(error.storeFailure)
      throw error
    }
  }

  override func finish(_ failure: StoreFailure?) {
    caller.resume(returning: failure.map { .failure($0) } ?? outcome ?? .failure(StoreFailure("not run")))
  }
}

/// A job whose result type is forgotten, for the queue.
class AnyJob<Context>: @unchecked Sendable {
  // Proof: holds nothing itself.
  /// Runs once. The outcome is kept for `finish`; the failure is also thrown, for the thread to judge.
  func run(_ context: Context) throws(SQLiteFailure) {}
  /// Resumes the caller with the outcome, or with this failure instead.
  func finish(_ failure: StoreFailure?) {}
}
