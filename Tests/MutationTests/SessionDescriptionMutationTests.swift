import SessionDescription
import Testing

@Suite("Mutated session descriptions")
struct SessionDescriptionMutationTests {
  private static let descriptions = [
    "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0 1\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n"
      + "a=mid:0\r\na=ice-ufrag:abcd\r\na=ice-pwd:0123456789012345678901\r\na=fingerprint:sha-256 AA:BB\r\n"
      + "a=candidate:1 1 udp 2130706431 192.0.2.1 5000 typ host generation 0\r\nm=audio 0 UDP/TLS/RTP/SAVPF 111\r\n",
    "v=0\no=- 1 1 IN IP6 ::1\ns=-\nt=0 0\na=ice-ufrag:abcd\na=ice-pwd:0123456789012345678901\n"
      + "a=fingerprint:sha-256 AA\nm=audio 9/2 RTP 0\na=end-of-candidates\n",
  ]
  private static let fragments = [
    "a=ice-ufrag:abcd\r\na=ice-pwd:0123456789012345678901\r\nm=audio 9 RTP 0\r\na=mid:0\r\n"
      + "a=candidate:1 1 udp 1 192.0.2.1 5000 typ host\r\na=end-of-candidates\r\n",
    "a=candidate:1 2 tcp 4294967295 fe80::1%eth0 9 typ srflx raddr 0.0.0.0 rport 0 tcptype active\n",
    "a=candidate:f 1 UDP 5 x.local 65535 typ relay\nm=video 1 RTP 0\na=mid:a\na=candidate:g 1 udp 5 h 1 typ host\n",
  ]

  @Test("what is read is written so that it is read again as the same, and is whole")
  func descriptions() {
    Campaign.run(Self.descriptions) { input in
      guard let read = try? SessionDescription(reading: input) else { return .refused }
      guard let again = try? SessionDescription(reading: read.text), again == read else {
        return .broken("what is written is read as another one")
      }
      if read.media.isEmpty { return .broken("without a part") }
      for section in read.media where !section.isRefused {
        guard let word = read.usernameFragment(of: section), ICEText.isUsernameFragment(word) else {
          return .broken("a part without a word")
        }
      }
      return .accepted
    }
  }

  @Test("a candidate that is added is there once, in its part, and changes nothing else")
  func additions() {
    let candidate = "candidate:9 1 udp 1 198.51.100.7 9 typ host"
    Campaign.run(Self.descriptions) { input in
      guard var read = try? SessionDescription(reading: input) else { return .refused }
      let before = read
      let isAdded = read.add(candidate, mid: nil, mediaLine: 0)
      guard isAdded, read.add(candidate, mid: nil, mediaLine: 0) else { return .broken("not added") }
      read.endCandidates()
      guard read.hasAllCandidates, read.media[0].candidates.count == before.media[0].candidates.count + 1,
        read.media.dropFirst().map(\.candidates) == before.media.dropFirst().map(\.candidates),
        (try? SessionDescription(reading: read.text)) == read
      else { return .broken("spoilt") }
      return .accepted
    }
  }

  @Test("a fragment holds nothing but candidates that could stand in a description")
  func fragments() {
    Campaign.run(Self.fragments) { input in
      guard let read = try? SessionFragment(reading: input) else { return .refused }
      let isSound = read.candidates.allSatisfy { ICEText.isCandidate($0.text) && !$0.text.utf8.contains { $0 < 32 } }
      return isSound && read.usernameFragments.allSatisfy { ICEText.isUsernameFragment($0) }
        ? .accepted : .broken("holds something else")
    }
  }

  @Test("an error shows nothing of what was sent")
  func errors() {
    Campaign.run(Self.descriptions, alwaysAccepts: true) { input in
      do { _ = try SessionDescription(reading: input) } catch {
        if "\(error)".contains("0123456789") || "\(error)".contains("192.0.2.1") { return .broken("\(error)") }
      }
      return .accepted
    }
  }
}
