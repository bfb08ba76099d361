/// What callers get, by operation and fault.
enum FaultExpectations {
  static let cells: [FaultOperation: [String: FaultCell]] = [
    .create: create, .readBack: readBack, .mute: mute, .presence: presence, .end: end, .joinToken: joinToken,
  ]
}
