import MeetingCore
import RoomReducer
import Testing

@Suite struct TalkTests {
  private static let hello = RoomMessage(from: "leo", to: ["ana"], topic: "chat", payload: JSONText(#""hello""#))
  private static let clap = RoomReaction(from: "leo", type: "clap", emoji: ":clap:")

  @Test func whatIsSaidIsToldWithItsOwnId() {
    var scene = Scene()
    let reduction = scene.reduce([
      Scene.fact(10, .message(Self.hello, id: "msg_a")), Scene.fact(11, .reaction(Self.clap, id: "rct_a")),
    ])
    #expect(
      reduction.events.map(\.detail) == [
        .messageSent(Self.hello, id: "msg_a"), .reactionSent(Self.clap, id: "rct_a"),
      ])
    #expect(reduction.changes.isEmpty, "what is said leaves nothing in the room")
    #expect(reduction.events[0].people == ["leo"])
  }

  @Test func whatAClientOfTheVendorSaysGetsAnId() {
    var scene = Scene()
    let reduction = scene.reduce([
      Scene.fact(10, .message(Self.hello, id: nil)), Scene.fact(10, .reaction(Self.clap, id: nil)),
    ])
    let ids = reduction.events.map { event -> String in
      switch event.detail {
      case .messageSent(_, let id), .reactionSent(_, let id): id
      default: ""
      }
    }
    #expect(ids[0].hasPrefix("msg_") && ids[1].hasPrefix("rct_") && ids.allSatisfy { $0.utf8.count > 4 })
  }

  @Test func aRoomInCreationHasNobodyToTalkTo() {
    var scene = Scene(phase: .creating)
    #expect(scene.feed(Scene.fact(10, .message(Self.hello, id: "msg_a"))) == [])
  }

  @Test func anotherSendersMessageOfTheSameIdIsAnotherFact() {
    let forged = RoomMessage(from: "mallory", payload: JSONText("1"))
    #expect(Self.hello.factKey(id: "msg_a") != forged.factKey(id: "msg_a"))
    #expect(Self.hello.factKey(id: "msg_a") != Self.hello.factKey(id: "msg_b"))
  }
}
