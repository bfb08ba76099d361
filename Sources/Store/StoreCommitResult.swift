/// What became of a commit. Only `.committed` changed anything.
package enum StoreCommitResult: Sendable, Hashable {
  /// The position of the first event; nil when there was none.
  case committed(firstPosition: Int64?)
  /// The room's version was another one, or the room is not there.
  case conflict
  /// Another room of the tenant, not ended, has the external id.
  case externalIDTaken(by: String)
  /// A room is already there under this id, provider key or provider ref.
  case roomExists
  /// These delivery keys are already in the inbox.
  case duplicateDelivery(keys: [String])
  /// Somebody else has taken these leases, or nobody ever had them.
  case fenced([LeaseFence])
}
