/// A class of operations: what the caller asks, and the vendor's operation that goes wrong.
struct FaultOperation: Sendable {
  /// What happens on the gateway's side.
  enum Act: Sendable {
    case create
    /// The create's answer is lost, and then the room is looked up.
    case readBack
    case presence, end, joinToken, mute, remove, record, stopRecording
    /// The vendor posts what happened.
    case hook
    /// Something that goes over the gateway's seat.
    case seatMute, seatUnmute, seatMessage, seatRole
    /// The seat is not there yet when somebody is to be muted.
    case seatEntry
  }

  let act: Act
  /// The mock's name of the operation that goes wrong.
  let vendorName: String
  /// The adapter's names of what may have failed, as callers are told.
  let told: Set<String>
  /// What the page says of it.
  let heading: String
  /// A member of the answer that the gateway reads; of a mere confirmation there is none, so any.
  var neededMember = "/none"
  /// A member that has one of a few values.
  var choiceMember = "/none"
  var faults = FaultKind.ofRequests
  let cells: [String: FaultCell]

  var isSeated: Bool {
    switch act {
    case .seatMute, .seatUnmute, .seatMessage, .seatRole, .seatEntry: true
    default: false
    }
  }

  /// How long the vendor has for the answer to one request.
  var attemptDeadline: Duration {
    vendorName == "GetOrCreateCall" || vendorName == "CreateRoom" ? FaultBench.create : FaultBench.answer
  }

  /// All that is in the table of a vendor.
  static func all(of kind: VendorKind) -> [FaultOperation] {
    switch kind {
    case .stream: ofStream
    case .videosdk: ofVideoSDK
    }
  }
}
