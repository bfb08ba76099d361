/// Reads and deletes what recordings and transcriptions left.
public protocol EgressReading: Sendable {
  /// Everything of a sort that the vendor still has of the room, with fresh addresses.
  func files(of sort: EgressSort, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> [EgressFileLink]

  /// Deletes one file. One that is not there throws `.notFound`.
  func delete(_ file: EgressFile, of sort: EgressSort, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
}
