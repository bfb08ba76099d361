/// Where random bytes come from; injected, so that tests and mocks can repeat a run.
package protocol RandomSource: Sendable {
  func bytes(_ count: Int) -> [UInt8]
}
