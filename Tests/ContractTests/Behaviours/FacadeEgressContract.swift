import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: what leaves a room, through the API")
  struct FacadeEgress {
    @Test("A recording is told once at each step, and its file has a fresh address.", arguments: Contract.vendors)
    func aRecordingFromStartToFile(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-recording-from-start-to-file", in: vendor.ledger)
    }

    @Test("Starting what runs is refused with its id; stopping twice changes nothing.", arguments: Contract.vendors)
    func aRecordingRunsOnce(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-recording-runs-once", in: vendor.ledger)
    }

    @Test("A start whose answer was lost, sent again, is exactly one recording.", arguments: Contract.vendors)
    func aLostStartIsOneRecording(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-lost-start-is-one-recording", in: vendor.ledger)
    }

    @Test(
      "A room that is to be recorded automatically is, and lists the recording as its own.",
      arguments: Contract.vendors)
    func aRoomRecordsByItself(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-room-records-by-itself", in: vendor.ledger)
    }

    @Test("Without a session a recording is 409, and none is left behind.", arguments: Contract.vendors)
    func anEmptyRoomIsNotRecorded(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-empty-room-is-not-recorded", in: vendor.ledger)
    }

    @Test("What no delivery told of a recording is found by reading the room.", arguments: Contract.vendors)
    func aLostRecordingHookIsFoundByReading(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-lost-recording-hook-is-found-by-reading", in: vendor.ledger)
    }

    @Test("The end of a room stops its recording, told once.", arguments: Contract.vendors)
    func aRoomsEndEndsItsRecording(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-rooms-end-ends-its-recording", in: vendor.ledger)
    }

    @Test("Stopping live ends the recording and keeps the broadcast that it names.", arguments: Contract.vendors)
    func stoppingLiveStopsWhatIsNotKept(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("stopping-live-stops-what-is-not-kept", in: vendor.ledger)
    }

    @Test("The key of an RTMP broadcast is in no answer, list or event.", arguments: Contract.vendors)
    func aStreamKeyIsNeverShown(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-stream-key-is-never-shown", in: vendor.ledger)
    }

    @Test("What is said comes as captions while a transcription asks for them.", arguments: Contract.vendors)
    func captionsAreTold(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("captions-are-told", in: vendor.ledger)
    }

    @Test("What goes live with an empty room starts when somebody comes.", arguments: Contract.vendors)
    func anEmptyRoomGoesLiveRecorded(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("an-empty-room-goes-live-recorded", in: vendor.ledger)
    }
  }
}
