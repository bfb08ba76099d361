extension FaultOperation {
  static let ofStream: [FaultOperation] = [
    FaultOperation(
      act: .create, vendorName: "GetOrCreateCall", told: ["GetOrCreateCall", "QueryUsers"],
      heading: "Create: `POST /v1/rooms`, the create itself fails", neededMember: "/call/cid",
      choiceMember: "/call/settings/recording/mode", cells: FaultExpectations.create),
    FaultOperation(
      act: .readBack, vendorName: "GetCall", told: ["GetOrCreateCall", "GetCall", "QueryUsers"],
      heading: "Create: `POST /v1/rooms`, the create's answer is lost and reading the room back fails",
      neededMember: "/call/cid", choiceMember: "/call/settings/recording/mode", cells: FaultExpectations.readBack),
    FaultOperation(
      act: .mute, vendorName: "MuteUsers", told: ["MuteUsers"],
      heading: "Mute: `POST /v1/rooms/{room}/people/{person}/mute`, somebody who speaks", neededMember: "/duration",
      choiceMember: "/duration", cells: FaultExpectations.mute),
    FaultOperation(
      act: .presence, vendorName: "QueryCalls", told: [],
      heading: "Presence: the gateway reads who is there; meanwhile somebody came it was not told of",
      neededMember: "/calls", choiceMember: "/calls/0/call/session/participants/0/role",
      cells: FaultExpectations.presence),
    FaultOperation(
      act: .end, vendorName: "EndCall", told: ["EndCall"], heading: "End: `POST /v1/rooms/{room}/end`",
      neededMember: "/duration", choiceMember: "/duration", cells: FaultExpectations.end),
    FaultOperation(
      act: .joinToken, vendorName: "QueryCallMembers", told: ["QueryCallMembers"],
      heading: "Join token: `POST /v1/rooms/{room}/join-tokens`, reading the membership fails",
      neededMember: "/members", choiceMember: "/members/0/role", cells: FaultExpectations.joinToken),
  ]
}
