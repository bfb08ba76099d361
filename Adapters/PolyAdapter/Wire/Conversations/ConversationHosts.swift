/// Where finished conversations are read: lists at one host, single ones and recordings at another.
struct ConversationHosts: Sendable, Hashable {
  /// Both without a trailing slash.
  let lists: String
  let items: String

  init(lists: String, items: String) {
    self.lists = lists
    self.items = items
  }

  /// nil where the vendor has no such hosts: for clusters by name, and for hosts of somebody's own. The regions have other
  /// names at the one host than at the other.
  init?(_ environment: PolyEnvironment) {
    switch environment {
    case .us: self.init(lists: "https://api.us-1.platform.polyai.app", items: "https://api.us.poly.ai")
    case .uk: self.init(lists: "https://api.uk-1.platform.polyai.app", items: "https://api.uk.poly.ai")
    case .euw: self.init(lists: "https://api.euw-1.platform.polyai.app", items: "https://api.eu.poly.ai")
    case .cluster, .custom: return nil
    }
  }

  /// Of projects that their makers run themselves.
  static let studio = Self(lists: "https://api.studio.poly.ai", items: "https://api.studio.poly.ai")
}
