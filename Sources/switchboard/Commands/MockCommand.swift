import JSONCoding
import Clocks
import Cryptography
import ProviderCatalog

extension Command {
  static let mock = Command(
    name: "mock", summary: "runs a mock vendor by itself",
    help: """
      usage: switchboard mock KIND [--port N] [--address A] [--seed N] [--api-key K] [--api-secret S]
                                   [--port-file FILE] [--manual-clock] [--provenance]

        KIND               \(ProviderCatalog.mocks.map(\.name).joined(separator: ", "))
        --port N           0 (a free one) unless given; the first line printed tells it, as JSON
        --address A        127.0.0.1 unless given
        --seed N           the same seed and requests give the same ids (another each time)
        --port-file FILE   the first line, also into a file
        --manual-clock     the vendor's time moves by POST /_mock/clock only
        --provenance       prints the evidence for each route, event and fault, and exits

      The control plane is under /_mock: faults, journal, devices, webhooks, clock, state.
      """
  ) { arguments in
    let options = try Arguments(
      arguments, options: ["port", "address", "seed", "api-key", "api-secret", "port-file"],
      flags: ["provenance", "manual-clock"])
    try options.refuseWords(beyond: 1)
    guard let name = options.words.first, let kind = ProviderCatalog.mock(name) else {
      throw UsageError("a mock of which kind? One of \(ProviderCatalog.mocks.map(\.name).joined(separator: ", "))")
    }
    if options.has("provenance") { return Output.line(kind.provenance()) }
    var settings = MockSettings(
      address: options["address"] ?? "127.0.0.1", port: UInt16(try options.integer("port", in: 0...65_535, or: 0)),
      seed: UInt64(try options.integer("seed", in: 0...Int.max, or: .random(in: 1...Int.max))))
    for name in ["api-key", "api-secret"] where options[name] == "" { throw UsageError("--\(name) must not be empty") }
    settings.credentials["api_key"] = options["api-key"].map(Secret.init)
    settings.credentials["api_secret"] = options["api-secret"].map(Secret.init)
    let time: any TimeSource = options.has("manual-clock") ? ManualTime() : SystemTime()
    let mock = try await kind.start(settings, time)
    let ready = mock.readyDocument.text()
    if let file = options["port-file"] { try Files.write(ready + "\n", to: file) }
    Output.line(ready)
    await Signals.termination()
    await mock.stop()
  }
}
