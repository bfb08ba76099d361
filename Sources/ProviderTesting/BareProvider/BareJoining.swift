import MeetingCore

/// Tokens that say whom they are for, and nothing that would keep anybody out.
struct BareJoining: Joining {
  let hall: BareHall

  func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
  {
    let rights = admission.effective(in: room.kind).map(\.rawValue).joined(separator: "+")
    let text = "\(admission.person?.externalID ?? "_nobody") \(admission.role.rawValue) \(rights)"
    try hall.note("token \(text)")
    return JoinCredentials(
      token: text, expiresAt: admission.expiresAt, sdkPackages: [:], connect: JSONText(#"{"kind":"bare"}"#))
  }
}
