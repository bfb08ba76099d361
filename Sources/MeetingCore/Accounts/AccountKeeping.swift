/// Looks at the vendor's side of an account, and puts it right on demand.
public protocol AccountKeeping: Sendable {
  /// Reads only. Credentials that are refused are a finding; a vendor that does not answer is thrown.
  func inspect(_ situation: AccountSituation, _ context: CallContext) async throws(ProviderFailure) -> [AccountFinding]

  /// Makes what is missing and changes what is ours; what others have made there stays as it is. A rehearsal changes
  /// nothing and says what would be. Doing it twice changes nothing the second time. When it throws, or is cancelled,
  /// steps before that are done.
  func setUp(_ situation: AccountSituation, isRehearsal: Bool, _ context: CallContext) async throws(ProviderFailure)
    -> AccountSetUp
}

extension Port<any AccountKeeping> { public static var accountKeeping: Self { .init(.accountKeeping) } }
