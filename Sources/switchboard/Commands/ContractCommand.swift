import JSONCoding
import MeetingContract
import ProviderCatalog

extension Command {
  static let contract = Command(
    name: "contract", summary: "proves what a provider claims, on a mock or on your own account",
    help: """
      usage: switchboard contract --provider KIND [--only PATTERN] [--json] [--matrix]
             switchboard contract --provider NAME --config FILE [--only PATTERN] [--json]

        --provider KIND   on a fresh mock for every behaviour: \(ProviderCatalog.kinds.map(\.kind).joined(separator: ", "))
        --provider NAME   an account of the configuration: behaviours that need a device, a fault or a
                          clock are reported as skipped. Rooms are made and ended there.
        --only PATTERN    names, with * for anything, separated by commas
        --json            one JSON line per behaviour
        --matrix          the Markdown table of all outcomes, as kept in docs/contract-matrix.md

      Exit 0 when no behaviour fails. lacks: the provider does not claim it. skipped: this run cannot
      show it. deviates: a known difference of the vendor.
      """
  ) { arguments in
    let options = try Arguments(arguments, options: ["provider", "only", "config"], flags: ["json", "matrix"])
    try options.refuseWords()
    guard let name = options["provider"] else { throw UsageError("--provider KIND or NAME is required") }
    let harness = try ContractChoice.harness(name, config: options["config"])
    let report = ContractPrinter(json: options.has("json"), isQuiet: options.has("matrix"))
    let results = await ContractRunner(harness: harness).run(only: options["only"]) { report.print($0) }
    guard !results.isEmpty else { throw UsageError("no behaviour is called like that") }
    if options.has("matrix") { Output.line(ContractMatrix(results).markdown) }
    if !options.has("json"), !options.has("matrix") { Output.line(ContractPrinter.summary(results)) }
    let failed = results.count { $0.outcome.isFailure }
    if failed > 0 { throw CommandError("\(failed) of \(results.count) behaviours failed") }
  }
}
