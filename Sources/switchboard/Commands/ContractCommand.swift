extension Command {
  static let contract = Command(
    name: "contract", summary: "proves what a provider claims",
    help: "usage: switchboard contract --provider KIND [--only PATTERN] [--json]"
  ) { arguments in
    let options = try Arguments(arguments, options: ["provider", "only", "config"], flags: ["json"])
    try options.refuseWords()
    throw UsageError("--provider is required")
  }
}
