import MeetingCore

/// Turns facts and intents into state and canonical events. Pure: the same input gives the same outcome, whatever the order
/// in which threads ran. Duplicates die here: no transition, no event.
package enum RoomReducer {
  package static func reduce(_ state: RoomState, _ inputs: [RoomInput], _ context: ReductionContext) -> Reduction {
    var working = Reducing(state: state, context: context)
    for input in inputs {
      switch input {
      case .fact(let fact): working.apply(fact)
      case .intent(let intent): working.apply(intent)
      }
    }
    working.tellConfirmedMembers()
    working.settleOperations()
    working.policePublishing(since: state)
    working.watchDeadline(since: state)
    return working.reduction
  }
}
