/// What a provider asks of its vendor, in our words; a harness knows the vendor's name for each.
public enum VendorOperation: String, Sendable, Hashable, CaseIterable {
  case any
  case create, find, end
  case goLive, stopLive
  case mute, remove, ban, unban
  case presence
  case record
  case raiseHand, permit
  case message, reaction
  case agent
}
