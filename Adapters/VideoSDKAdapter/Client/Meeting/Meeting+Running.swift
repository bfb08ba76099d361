import JSONCoding

/// What runs for everybody. What comes of it is told to the listeners; what the service refuses, to `onError`. A dictionary is
/// as the service's REST interface has it, and one with something that JSON has no words for is told by its place (3073).
extension Meeting {
  public func startRecording(
    webhookUrl: String = "", awsDirPath: String = "", config: [String: Any] = [:], transcription: [String: Any] = [:]
  ) {
    start(
      .recording, failing: 4011, texts: ["webhookUrl": webhookUrl, "awsDirPath": awsDirPath],
      ["config": config, "transcription": transcription])
  }

  public func stopRecording() { driver.send(.stop(.recording), failing: 4012) }

  /// `outputs` are dictionaries with `url` and `streamKey`.
  public func startLivestream(outputs: [[String: Any]], config: [String: Any] = [:]) {
    start(.livestream, failing: 4013, texts: [:], ["config": config], outputs: outputs)
  }

  public func stopLivestream() { driver.send(.stop(.livestream), failing: 4014) }

  public func startHLS(config: [String: Any] = [:], transcription: [String: Any] = [:]) {
    start(.hls, failing: 4016, texts: [:], ["config": config, "transcription": transcription])
  }

  public func stopHLS() { driver.send(.stop(.hls), failing: 4017) }

  public func startTranscription(config: [String: Any] = [:]) {
    start(.transcription, failing: 4031, texts: [:], ["config": config])
  }

  public func stopTranscription() { driver.send(.stop(.transcription), failing: 4032) }

  /// What is empty is not said.
  private func start(
    _ kind: SignallingActivity.Kind, failing code: Int, texts: KeyValuePairs<String, String>,
    _ dictionaries: KeyValuePairs<String, [String: Any]>, outputs: [[String: Any]]? = nil
  ) {
    var data = JSONObject()
    for (name, text) in texts where !text.isEmpty { data[name] = .string(text) }
    do throws(LooseValue.Unsuitable) {
      for (name, value) in dictionaries where !value.isEmpty { data[name] = try LooseValue.json(value, at: name) }
      if let outputs { data["outputs"] = try LooseValue.json(["outputs": outputs], at: "")["outputs"] }
    } catch {
      return driver.report(.parameter(error.path, "cannot be written as JSON"))
    }
    driver.send(.start(kind, config: .object(data)), failing: code)
  }
}
