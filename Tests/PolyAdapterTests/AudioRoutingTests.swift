import Clocks
import Testing

@testable import PolyAdapter

@Suite("Where a call sounds")
struct AudioRoutingTests {
  private static let headset = AudioDevice(kind: .bluetooth, name: "Buds", id: "bt-1")

  private func engaged(prefersSpeaker: Bool = true) -> AudioRouting {
    var routing = AudioRouting(prefersSpeaker: prefersSpeaker, confirmation: .milliseconds(50))
    _ = routing.engage()
    return routing
  }

  @Test("nothing before the call and after it; on automatic, what the options say")
  func automatic() {
    var routing = AudioRouting(prefersSpeaker: true)
    #expect(routing.state == .empty)
    let first = routing.engage()
    #expect(first?.availableDevices.map(\.id) == ["builtin.speaker", "builtin.earpiece"])
    #expect(first?.selectedDevice == .speaker && engaged(prefersSpeaker: false).state.selectedDevice == .earpiece)
    #expect(routing.release() == .empty && routing.release() == nil)
  }

  @Test("a choice shows when it is confirmed, and not before")
  func confirmed() {
    var routing = engaged()
    routing.select(.earpiece, at: 0)
    #expect(routing.state.selectedDevice == .speaker && routing.nextDeadline == 50_000_000)
    #expect(routing.expire(at: 49_999_999) == nil)
    #expect(routing.expire(at: 50_000_000)?.selectedDevice == .earpiece && routing.nextDeadline == nil)
    routing.select(nil, at: 60_000_000)
    #expect(routing.expire(at: 200_000_000)?.selectedDevice == .speaker)
    routing.select(.speaker, at: 200_000_000)
    #expect(routing.expire(at: 250_000_000)?.selectedDevice == .speaker)
  }

  @Test("what is not there cannot be chosen, nor anything before the audio is engaged")
  func noChoice() {
    var routing = AudioRouting(prefersSpeaker: true)
    routing.select(.earpiece, at: 0)
    #expect(routing.nextDeadline == nil)
    _ = routing.engage()
    routing.select(Self.headset, at: 0)
    #expect(routing.nextDeadline == nil)
  }

  @Test("an accessory is taken by itself and given up again, unless something else was chosen")
  func accessories() {
    var routing = engaged()
    #expect(routing.plug([Self.headset])?.selectedDevice == Self.headset)
    #expect(routing.plug([]).map { $0.selectedDevice } == .speaker)
    routing.select(.earpiece, at: 0)
    _ = routing.expire(at: 1_000_000_000)
    #expect(routing.plug([Self.headset])?.selectedDevice == .earpiece)
    routing.select(Self.headset, at: 2_000_000_000)
    _ = routing.expire(at: 3_000_000_000)
    #expect(routing.plug([])?.selectedDevice == .speaker)
    #expect(routing.plug([.speaker]) == nil)
  }

  @Test("a choice ends with the device that was chosen, and with the call")
  func forgotten() {
    var routing = engaged()
    _ = routing.plug([Self.headset])
    routing.select(Self.headset, at: 0)
    _ = routing.plug([])
    #expect(routing.nextDeadline == nil)
    routing.select(.earpiece, at: 0)
    _ = routing.release()
    #expect(routing.nextDeadline == nil && routing.engage()?.selectedDevice == .speaker)
  }

  @Test("devices are told apart by kind and id, not by name")
  func identity() {
    #expect(AudioDevice(kind: .earpiece, name: "a", id: "1") == AudioDevice(kind: .earpiece, name: "b", id: "1"))
    #expect(AudioDevice(kind: .earpiece, name: "a", id: "1") != AudioDevice(kind: .speakerphone, name: "a", id: "1"))
  }
}
