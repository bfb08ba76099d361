import Clocks
import Cryptography
import GatewayEngine
import MeetingCore
import SQLiteStore

extension Command {
  static let keys = Command(
    name: "keys", summary: "makes, lists and revokes API keys, also beside a running gateway",
    help: """
      usage: switchboard keys create --config FILE [--tenant NAME] [--scopes read,manage] [--name TEXT]
             switchboard keys list   --config FILE [--tenant NAME]
             switchboard keys revoke KEY_ID --config FILE [--tenant NAME]

        --store FILE   the store's file, instead of --config
        --scopes       of read, manage, admin, operator (read,manage)

      A key is shown once, when it is made. A revoked key is refused within a second.
      """
  ) { arguments in
    let options = try Arguments(arguments, options: ["config", "store", "tenant", "scopes", "name"])
    guard let action = options.words.first, ["create", "list", "revoke"].contains(action) else {
      throw UsageError("create, list or revoke?")
    }
    try options.refuseWords(beyond: action == "revoke" ? 2 : 1)
    let path = try KeyCommands.storePath(options)
    let tenant = options["tenant"] ?? "default"
    let store = try KeyCommands.open(path)
    let commands = KeyCommands(store: store, tenant: tenant)
    do {
      switch action {
      case "create": try await commands.create(options)
      case "list": try await commands.list()
      default: try await commands.revoke(options.words.dropFirst().first)
      }
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }
}
