extension FaultOperation {
  private static let http = FaultKind.ofRequests + FaultKind.ofVideoSDK

  static let ofVideoSDK = rooms + inside + overTheSeat

  private static let rooms: [FaultOperation] = [
    FaultOperation(
      act: .create, vendorName: "CreateRoom", told: ["rooms.create", "rooms.get"],
      heading: "Create: `POST /v1/rooms`, the create itself fails", neededMember: "/roomId", choiceMember: "/createdAt",
      faults: http, cells: FaultExpectations.videoSDKCreate),
    FaultOperation(
      act: .create, vendorName: "GetRoom", told: ["rooms.get"],
      heading: "Create: `POST /v1/rooms`, the look before the create fails", neededMember: "/roomId",
      choiceMember: "/createdAt", faults: http, cells: FaultExpectations.videoSDKLookBefore),
    FaultOperation(
      act: .readBack, vendorName: "GetRoom", told: ["rooms.create", "rooms.get"],
      heading: "Create: `POST /v1/rooms`, the create's answer is lost and reading the room back fails",
      neededMember: "/roomId", choiceMember: "/createdAt", faults: http, cells: FaultExpectations.videoSDKReadBack),
    FaultOperation(
      act: .presence, vendorName: "ListSessions", told: [],
      heading:
        "Presence: the gateway reads who is there, finding the session fails; meanwhile somebody came it was not told of",
      neededMember: "/data", choiceMember: "/data/0/status", faults: http,
      cells: FaultExpectations.videoSDKSessions),
    FaultOperation(
      act: .presence, vendorName: "ActiveParticipants", told: [],
      heading:
        "Presence: the gateway reads who is there, listing the people fails; meanwhile somebody came it was not told of",
      neededMember: "/data", choiceMember: "/data/0/participants/0/mode", faults: http,
      cells: FaultExpectations.videoSDKPeople),
    FaultOperation(
      act: .end, vendorName: "EndSession", told: ["sessions.end"],
      heading: "End: `POST /v1/rooms/{room}/end`, ending the session fails", neededMember: "/id",
      choiceMember: "/status", faults: http, cells: FaultExpectations.videoSDKEndSession),
    FaultOperation(
      act: .end, vendorName: "DeactivateRoom", told: ["rooms.deactivate", "sessions.end"],
      heading: "End: `POST /v1/rooms/{room}/end`, closing the room for good fails", neededMember: "/meetingId",
      choiceMember: "/disabled", faults: http, cells: FaultExpectations.videoSDKClose),
  ]

  private static let inside: [FaultOperation] = [
    FaultOperation(
      act: .remove, vendorName: "RemoveParticipant", told: ["sessions.participants.remove"],
      heading: "Remove: `POST /v1/rooms/{room}/people/{person}/remove`", neededMember: "/id", choiceMember: "/status",
      faults: http, cells: FaultExpectations.videoSDKRemove),
    FaultOperation(
      act: .record, vendorName: "StartRecording", told: ["recordings.start"],
      heading: "Record: `POST /v1/rooms/{room}/recordings`, which is answered with a text", faults: http,
      cells: FaultExpectations.videoSDKRecord),
    FaultOperation(
      act: .stopRecording, vendorName: "StopRecording", told: ["recordings.end"],
      heading: "Stop recording: `POST /v1/rooms/{room}/recordings/{recording}/stop`, which is answered with a text",
      faults: http, cells: FaultExpectations.videoSDKStopRecording),
    FaultOperation(
      act: .hook, vendorName: "GetPublicKey", told: [],
      heading: "Deliveries: the vendor posts that somebody came, fetching the key it signs with fails",
      neededMember: "/publicKey", choiceMember: "/publicKey", faults: http, cells: FaultExpectations.videoSDKHook),
  ]

  private static let overTheSeat: [FaultOperation] = [
    FaultOperation(
      act: .seatEntry, vendorName: "ServerInitConfig", told: ["disablePeerMic"],
      heading: "The seat: asking where the signalling is fails, and somebody is to be muted",
      neededMember: "/data", choiceMember: "/data/iceServers", faults: http.filter { !$0.strikesOnAccept },
      cells: FaultExpectations.videoSDKBootstrap),
    FaultOperation(
      act: .seatEntry, vendorName: "join", told: ["disablePeerMic"],
      heading: "The seat: coming in fails, and somebody is to be muted", faults: FaultKind.onSocket,
      cells: FaultExpectations.videoSDKEntry),
    FaultOperation(
      act: .seatMute, vendorName: "disablePeerMic", told: ["disablePeerMic"],
      heading: "Mute: `POST /v1/rooms/{room}/people/{person}/mute`, somebody who speaks", faults: FaultKind.onSocket,
      cells: FaultExpectations.videoSDKMute),
    FaultOperation(
      act: .seatUnmute, vendorName: "enablePeerMic", told: ["enablePeerMic"],
      heading: "Unmute: `POST /v1/rooms/{room}/people/{person}/unmute`, somebody whose device obeys",
      faults: FaultKind.onSocket, cells: FaultExpectations.videoSDKUnmute),
    FaultOperation(
      act: .seatMessage, vendorName: "pubsubPublish", told: ["pubsubPublish"],
      heading: "Message: `POST /v1/rooms/{room}/messages`", faults: FaultKind.onSocket,
      cells: FaultExpectations.videoSDKMessage),
    FaultOperation(
      act: .seatRole, vendorName: "pubsubPublish", told: ["pubsubPublish"],
      heading: "Role: `PATCH /v1/rooms/{room}/people/{person}` to listener, somebody whose device obeys",
      faults: FaultKind.onSocket, cells: FaultExpectations.videoSDKRole),
  ]
}
