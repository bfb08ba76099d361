import ProviderCatalog

extension Command {
  static let providers = Command(
    name: "providers", summary: "prints what each kind of provider can do",
    help: """
      usage: switchboard providers

      A Markdown table of capabilities and their quality: native (the vendor does it and confirms it),
      emulated (the gateway does it), requested (the person decides); – is a typed error, never a
      silent no-op. `switchboard contract` proves it.
      """
  ) { arguments in
    try Arguments(arguments, options: []).refuseWords()
    Output.line(try CapabilityText.render())
  }
}
