/// Polls until `condition` holds; false when it does not within `limit`. Never inlined: built for release, the compiler fails
/// on what comes of it.
@inline(never)
package func eventually(within limit: Duration = .seconds(10), _ condition: () async throws -> Bool) async rethrows
  -> Bool
{
  let clock = ContinuousClock()
  let end = clock.now + limit
  while true {
    if try await condition() { return true }
    guard clock.now < end else { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
}

/// Something a test needs did not come about.
package struct Failure: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
