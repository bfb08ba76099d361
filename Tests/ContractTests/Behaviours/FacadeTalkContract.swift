import MeetingContract
import MeetingContractTesting
import Testing

extension Contract {
  @Suite("Contract: the API, talk and members")
  struct FacadeTalk {
    @Test("A message is told once, with its id, whatever the vendor reports of it.", arguments: Contract.vendors)
    func aMessageIsOneEvent(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-message-is-one-event", in: vendor.ledger)
    }

    @Test("A reaction is told once, with its id, whatever the vendor reports of it.", arguments: Contract.vendors)
    func aReactionIsOneEvent(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-reaction-is-one-event", in: vendor.ledger)
    }

    @Test(
      "When the vendor's answer is lost, the key sends nothing again, and the message is told by the vendor.",
      arguments: Contract.vendors)
    func aLostAnswerSendsNoSecondMessage(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-lost-answer-sends-no-second-message", in: vendor.ledger)
    }

    @Test("A role given to somebody inside holds, and its echo adds nothing.", arguments: Contract.vendors)
    func aNewRoleIsToldOnce(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("a-new-role-is-told-once", in: vendor.ledger)
    }

    @Test("In a room for members a membership opens the door, and its end closes it.", arguments: Contract.vendors)
    func membersComeIn(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("members-come-in", in: vendor.ledger)
    }

    @Test("Asking somebody to unmute claims nothing, and adds no event.", arguments: Contract.vendors)
    func unmutingIsARequest(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("unmuting-is-a-request", in: vendor.ledger)
    }

    @Test("An occurrence lists each stay with its beginning and end.", arguments: Contract.vendors)
    func historyTellsWhoWasThere(_ vendor: ContractVendor) async throws {
      try await ContractVerification.verify("history-tells-who-was-there", in: vendor.ledger)
    }
  }
}
