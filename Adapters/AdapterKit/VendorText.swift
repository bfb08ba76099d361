package import MeetingCore
import StructuredLogging

/// What may be shown of a vendor's error text.
package enum VendorText {
  private static let longest = 300

  /// Without secrets, addresses and internal hosts; at most 300 characters.
  package static func redacted(_ message: String, secrets: [String]) -> Redacted {
    var text = Redaction.scrub(String(message.unicodeScalars.prefix(1_000)), secrets: secrets)
    text.replace(/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/, with: "<address>")
    text.replace(/\[?\b(?:[0-9a-fA-F]{1,4}:){3,7}[0-9a-fA-F]{0,4}\]?(?::\d+)?/, with: "<address>")
    text.replace(
      /(?i)\b[a-z0-9\-]+(?:\.[a-z0-9\-]+)*\.(?:internal|local|localdomain|svc|cluster|lan|corp)\b(?:\.[a-z0-9\-]+)*(?::\d+)?/,
      with: "<host>")
    return Redacted(scrubbed: String(text.unicodeScalars.prefix(longest)))
  }
}
