import ProviderCatalog

extension Command {
  static let providers = Command(
    name: "providers", summary: "prints what providers can do; checks accounts and sets them up",
    help: """
      usage: switchboard providers
             switchboard providers check [NAME] --config FILE [--public-url URL] [--json]
             switchboard providers setup NAME --config FILE [--public-url URL] [--apply]

      Without a word: a Markdown table of capabilities and their quality: native (the vendor does it and
      confirms it), emulated (the gateway does it), requested (the person decides); – is a typed error,
      never a silent no-op. `switchboard contract` proves it.

      check looks at accounts as their vendors have them: whether the credentials are taken, kinds of room
      and roles fit, events are delivered to this gateway, limits suffice. It changes nothing. Exit 1 when
      anything is wrong.

      setup says what is missing at the vendor, and with --apply makes it. What others have made there
      stays as it is; doing it again changes nothing.

        --public-url URL  where the vendor reaches the gateway, instead of server.public_url
        --json            one JSON line per finding
      """
  ) { arguments in
    let options = try Arguments(arguments, options: ["config", "public-url"], flags: ["json", "apply"])
    switch options.words.first {
    case nil:
      try options.refuse(["config", "public-url", "json", "apply"], without: "check or setup")
      Output.line(try CapabilityText.render())
    case "check":
      try options.refuse(["apply"], without: "setup")
      try options.refuseWords(beyond: 2)
      try await AccountCommands(options).check()
    case "setup":
      try options.refuse(["json"], without: "check")
      try options.refuseWords(beyond: 2)
      try await AccountCommands(options).setUp()
    default: throw UsageError("check or setup?")
    }
  }
}
