/// The events of one media session, for one reader. Ends after `callEnded` and after `leave`; throws when the connection
/// is lost, once everything that came before was read.
package struct MediaEvents: AsyncSequence, Sendable {
  package typealias Element = MediaEvent
  package typealias Failure = MediaFailure

  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var results: AsyncStream<Result<MediaEvent, MediaFailure>>.AsyncIterator

    package mutating func next() async throws(MediaFailure) -> MediaEvent? {
      try await results.next(isolation: #isolation)?.get()
    }

    package mutating func next(isolation actor: isolated (any Actor)?) async throws(MediaFailure) -> MediaEvent? {
      try await results.next(isolation: actor)?.get()
    }
  }

  private let results: AsyncStream<Result<MediaEvent, MediaFailure>>

  /// A failure is the last result.
  package init(_ results: AsyncStream<Result<MediaEvent, MediaFailure>>) { self.results = results }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: results.makeAsyncIterator()) }
}
