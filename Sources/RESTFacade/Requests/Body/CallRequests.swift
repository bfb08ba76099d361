import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import SessionDescription

/// Bodies and fields about calls.
enum CallRequests {
  static let maximumDevices = 50
  static let deviceLength = 256

  // MARK: Descriptions

  static func description(_ bytes: [UInt8]) throws(GatewayError) -> SessionDescription {
    do { return try SessionDescription(reading: bytes) } catch { throw refusal(error) }
  }

  /// A description that a call can be made of: there is nothing to hear without audio.
  static func offer(_ bytes: [UInt8]) throws(GatewayError) -> SessionDescription {
    let offer = try description(bytes)
    guard offer.media.contains(where: { $0.kind == "audio" && !$0.isRefused }) else {
      throw refusal(SessionDescriptionError("media", .required, "must have a part with audio"))
    }
    return offer
  }

  static func fragment(_ bytes: [UInt8]) throws(GatewayError) -> SessionFragment {
    do { return try SessionFragment(reading: bytes) } catch { throw refusal(error) }
  }

  private static func refusal(_ error: SessionDescriptionError) -> GatewayError {
    GatewayError(.invalidRequest, "the session description is not valid").with {
      let place = error.line.map { " (line \($0))" } ?? ""
      $0.issues = [
        FieldIssue(pointer: "sdp:" + error.field, code: error.kind.rawValue, message: error.message + place)
      ]
    }
  }

  /// The entity tags of `If-Match`; nil where it was not sent. They are compared as they are: a weak one matches none.
  static func tags(_ fields: HTTPFields) -> [String]? {
    let values = fields.values(of: "If-Match")
    guard !values.isEmpty else { return nil }
    return values.flatMap { $0.split(separator: ",") }.map { MediaType.trim($0) }
  }

  static func checkAccept(_ fields: HTTPFields) throws(GatewayError) {
    guard Accept.best(of: [MediaType.sdp], for: fields) != nil else {
      throw GatewayError(.notAcceptable, "the answer is \(MediaType.sdp)")
    }
  }

  // MARK: Objects

  static func report(_ body: JSON?) throws(GatewayError) -> CallReport {
    try BodyReader.read(body) { fields in
      let connection =
        fields.optional("connection") == nil
        ? nil : fields.choice("connection", CallReport.Connection.allCases)
      let muted = fields.optional("muted") == nil ? nil : fields.boolean("muted")
      return CallReport(connection: connection, muted: muted, audio: fields.object("audio", nullable: true, audio))
    }
  }

  private static func audio(_ fields: BodyReader) -> CallAudio? {
    var seen: Set<String> = []
    let devices = fields.objects("available_devices", maximum: maximumDevices) { device -> AudioDevice? in
      guard let id = device.identifier("id") ?? device.missing("id", unless: device.has("id")) else { return nil }
      if !seen.insert(id).inserted { device.report("id", "duplicate", "names another device already") }
      let kind = device.optional("kind") == nil ? nil : device.choice("kind", AudioDevice.Kind.allCases)
      return AudioDevice(id: id, kind: kind ?? .unknown, name: device.text("name", maximum: deviceLength))
    }
    let selected = fields.identifier("selected_device")
    if let selected, !seen.contains(selected) {
      fields.report("selected_device", "not_allowed", "is not among the available devices")
    }
    return CallAudio(available: devices, selected: selected)
  }

  static func wish(_ body: JSON?) throws(GatewayError) -> CallWish {
    try BodyReader.read(body) { fields in
      let muted = fields.boolean("muted")
      var device: CallWish.Device?
      if let value = fields.value("audio_device") {
        device = value.isNull ? .automatic : fields.identifier("audio_device").map(CallWish.Device.named)
      }
      if !fields.has("muted"), !fields.has("audio_device") { fields.report("muted", "required", "ask for something") }
      return CallWish(muted: muted, device: device)
    }
  }
}

extension BodyReader {
  /// A name that somebody else's system has given; null is as good as absent.
  fileprivate func identifier(_ name: String) -> String? {
    text(name, maximum: CallRequests.deviceLength, nullable: true, minimum: 1)
  }

  fileprivate func missing(_ name: String, unless isThere: Bool) -> String? { isThere ? nil : missing(name) }
}
