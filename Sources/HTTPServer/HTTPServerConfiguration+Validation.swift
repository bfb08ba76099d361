extension HTTPServerConfiguration {
  func validate() throws(HTTPServerError) {
    try require((2...64).contains(threads), "threads must be 2 to 64")
    try require((256...64 << 10).contains(maximumHeadBytes), "maximumHeadBytes must be 256 to 65536")
    try require((1...1_000_000).contains(maximumConnections), "maximumConnections must be 1 to 1000000")
    try require(
      memoryPerConnection >= 2 * maximumHeadBytes && memoryPerConnection <= 1 << 20,
      "memoryPerConnection must be twice maximumHeadBytes at least, 1 MiB at most")
    try require(min(headTimeout, bodyTimeout, idleTimeout) > .zero, "timeouts must be positive")
    try require(maximumBodyBytes > 0, "maximumBodyBytes must be positive")
    try require(halfClosedGrace >= .zero, "halfClosedGrace must not be negative")
  }

  private func require(_ condition: Bool, _ message: String) throws(HTTPServerError) {
    if !condition { throw .invalidConfiguration(message) }
  }
}
