extension ContractBehaviour {
  /// The whole contract, in the order of the matrix.
  public static let all: [ContractBehaviour] =
    RoomBehaviours.all + StageBehaviours.all + TokenBehaviours.all + PresenceBehaviours.all
    + ModerationBehaviours.all + WebhookBehaviours.all + FailureBehaviours.all + FacadeRoomBehaviours.all
    + FacadePeopleBehaviours.all + FacadeRuleBehaviours.all + FacadePermissionBehaviours.all + FacadeEventBehaviours.all
    + FacadeFailureBehaviours.all + EgressBehaviours.all + FacadeEgressBehaviours.all
    + TalkBehaviours.all + FacadeTalkBehaviours.all + AgentBehaviours.all + WatchBehaviours.all
    + SeatBehaviours.all + FacadeSeatBehaviours.all + CallBehaviours.all + FacadeCallBehaviours.all

  /// The behaviour of this name; nil when there is none.
  public static func named(_ name: String) -> ContractBehaviour? { all.first { $0.name == name } }
}
