/// Everything that a stream brings until it ends.
struct Collected<Value: Sendable>: Sendable {
  private let task: Task<[Value], Never>

  init(_ stream: AsyncStream<Value>) {
    task = Task {
      var all: [Value] = []
      for await value in stream { all.append(value) }
      return all
    }
  }

  func all() async -> [Value] { await task.value }
}
