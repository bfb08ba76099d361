/// Does the same `count` times at once.
package func together<Value: Sendable>(_ count: Int, _ work: @Sendable @escaping (Int) async throws -> Value)
  async throws
  -> [Value]
{
  try await withThrowingTaskGroup(of: Value.self) { group in
    for number in 0..<count { group.addTask { try await work(number) } }
    var values: [Value] = []
    for try await value in group { values.append(value) }
    return values
  }
}
