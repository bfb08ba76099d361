import MeetingCore

/// Tokens that say whom they are for, and nothing that would keep anybody out.
struct BareJoining: Joining {
  let hall: BareHall

  func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
  {
    let rights = admission.effective(in: room.kind).map(\.rawValue)
    let text =
      "\(admission.person?.externalID ?? "_nobody") \(admission.role.rawValue) \(rights.joined(separator: "+"))"
    try hall.note("token \(text)")
    return JoinCredentials(
      token: text, expiresAt: admission.expiresAt, permissions: rights, sdkPackages: [:],
      connect: JSONText(#"{"kind":"bare"}"#))
  }
}
