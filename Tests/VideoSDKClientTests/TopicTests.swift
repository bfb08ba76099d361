import JSONCoding
import ProgramTesting
import Synchronization
import Testing
import WebSocket

@testable import VideoSDKAdapter

@Suite("Topics")
struct TopicTests {
  private static func message(_ id: String, _ text: String, _ topic: String = "CHAT") -> JSON {
    ["id": .string(id), "topic": .string(topic), "message": .string(text), "senderId": "ana", "senderName": "Ana"]
  }

  private final class Asked: Sendable {
    private let requests = Mutex<[(method: String, data: JSON)]>([])

    var methods: [String] { requests.withLock { $0.map(\.method) } }

    func data(_ method: String) -> [JSON] { requests.withLock { $0.filter { $0.method == method }.map(\.data) } }

    func note(_ method: String, _ data: JSON) { requests.withLock { $0.append((method, data)) } }
  }

  @Test("old messages come first, new ones one by one, none after unsubscribing")
  func subscribing() async throws {
    let asked = Asked()
    try await ScriptedService.running([
      { line in
        await line.serve { method, data in
          asked.note(method, data)
          switch method {
          case "pubsubSubscribe":
            return .accept(["messages": [Self.message("1", "first"), Self.message("2", "second")]])
          case "pubsubPublish":
            await line.tell("pubsubMessage", Self.message("2", "second"))
            await line.tell("pubsubMessage", Self.message("3", "third"))
            await line.tell("pubsubMessage", Self.message("3", "third"))
            await line.tell("pubsubMessage", Self.message("4", "elsewhere", "OTHER"))
            return nil
          default: return nil
          }
        }
      }
    ]) { service in
      try await service.joined(service.meeting()) { meeting, recorder in
        meeting.pubsub.subscribe(topic: "CHAT", forListener: recorder)
        #expect(await recorder.heard("old: first, second"))
        meeting.pubSub.publish(
          topic: "CHAT", message: "third", options: ["persist": true, "sendOnly": ["ana"]],
          payload: ["a": 1, "b": [true, "x"], "c": ["d": 1.5]])
        #expect(await recorder.heard("[CHAT] ana: third"))
        #expect(
          asked.data("pubsubPublish") == [
            [
              "topic": "CHAT", "message": "third", "options": ["persist": true, "sendOnly": ["ana"]],
              "payload": ["a": 1, "b": [true, "x"], "c": ["d": 1.5]],
            ]
          ])
        meeting.pubsub.unsubscribe(topic: "CHAT", forListener: recorder)
        #expect(await eventually { asked.methods.last == "pubsubUnsubscribe" })
        meeting.pubsub.unsubscribe(topic: "CHAT", forListener: recorder)
        meeting.pubsub.publish(topic: "CHAT", message: "again", payload: "a text")
        #expect(await eventually { asked.data("pubsubPublish").count == 2 })
        #expect(asked.data("pubsubPublish").last?["payload"] == "a text")
        #expect(asked.methods.count { $0 == "pubsubUnsubscribe" } == 1)
      }
      // Whatever came of the second message has come by now, as the meeting was left behind it.
    }
  }

  @Test("each message is told once, and none of a topic that nobody hears")
  func once() async throws {
    try await ScriptedService.running([
      { line in
        await line.letIn()
        for id in ["1", "1", "2"] { await line.tell("pubsubMessage", Self.message(id, id)) }
        await line.tell("pubsubMessage", Self.message("3", "3", "OTHER"))
        await line.tell("activeSpeaker", ["peerId": "last"])
        await line.serve()
      }
    ]) { service in
      let (meeting, recorder) = (service.meeting(), Recorder())
      meeting.pubsub.subscribe(topic: "CHAT", forListener: recorder)
      meeting.pubsub.subscribe(topic: "CHAT", forListener: recorder)
      try await service.joined(meeting, recorder) { _, recorder in
        #expect(await recorder.heard("speaker last"))
        #expect(recorder.lines.filter { $0.hasPrefix("[") } == ["[CHAT] ana: 1", "[CHAT] ana: 2"])
      }
    }
  }

  @Test(
    "what is subscribed to stays so when the connection is made anew, and what was missed is told as if it came now")
  func reconnect() async throws {
    let time = PauseTime()
    try await ScriptedService.running([
      { line in
        await line.letIn()
        guard case .request(let id, "pubsubSubscribe", _)? = await line.next() else { return }
        await line.send(.accepted(id: id, data: ["messages": [Self.message("1", "one")]]))
        await line.tell("pubsubMessage", Self.message("2", "two"))
        _ = await line.next()
        await line.connection.close(1012)
      },
      { line in
        await line.serve { method, _ in
          guard method == "pubsubSubscribe" else { return nil }
          return .accept(["messages": [Self.message("1", "one"), Self.message("2", "two"), Self.message("3", "three")]])
        }
      },
    ]) { service in
      let (meeting, recorder) = (service.meeting(time: time), Recorder())
      meeting.pubsub.subscribe(topic: "CHAT", forListener: recorder)
      try await service.joined(meeting, recorder) { meeting, recorder in
        #expect(await recorder.heard("[CHAT] ana: two"))
        meeting.pubsub.publish(topic: "CHAT", message: "x")
        #expect(await recorder.heard("RECONNECTING"))
        #expect(await eventually { time.pauses.count == 1 })
        time.open()
        #expect(await recorder.heard("[CHAT] ana: three"))
        #expect(
          recorder.lines.filter { $0.contains(":") } == ["old: one", "[CHAT] ana: two", "[CHAT] ana: three"])
      }
    }
  }

  @Test("messages go out in the order in which they are published")
  func ordered() async throws {
    let asked = Asked()
    try await ScriptedService.running([
      { line in
        await line.serve { method, data in
          asked.note(method, data)
          return nil
        }
      }
    ]) { service in
      try await service.joined(service.meeting()) { meeting, _ in
        for number in 0..<200 { meeting.pubsub.publish(topic: "T", message: String(number)) }
        #expect(await eventually { asked.data("pubsubPublish").count == 200 })
        #expect(asked.data("pubsubPublish").compactMap { $0["message"]?.stringValue } == (0..<200).map(String.init))
      }
    }
  }

  @Test("what makes no sense is told by its name, and not sent")
  func mistakes() async throws {
    let asked = Asked()
    try await ScriptedService.running([
      { line in
        await line.serve { method, data in
          asked.note(method, data)
          return method == "pubsubPublish"
            ? .refuse(400, "too long") : method == "pubsubSubscribe" ? .refuse(400, "no") : nil
        }
      }
    ]) { service in
      try await service.joined(service.meeting()) { meeting, recorder in
        let topics = meeting.pubsub
        topics.publish(topic: "", message: "x")
        topics.publish(topic: "T", message: "x", options: ["persist": "yes"])
        topics.publish(topic: "T", message: "x", options: ["sendOnly": "ana"])
        topics.publish(topic: "T", message: "x", options: ["persists": true])
        topics.publish(topic: "T", message: "x", payload: ["a": [1, Double.nan]])
        #expect(await eventually { recorder.errors.count == 5 })
        let names = recorder.errors.map { if case .invalidParameter(let name) = $0.kind { name } else { "" } }
        #expect(names == ["topic", "options.persist", "options.sendOnly", "options.persists", "payload.a[1]"])
        #expect(asked.data("pubsubPublish").isEmpty)
        topics.publish(topic: "T", message: "x")
        topics.subscribe(topic: "T", forListener: recorder)
        #expect(await recorder.heard("error 4087"))
        #expect(await recorder.heard("error 4088"))
      }
    }
  }

  @Test("whoever goes without saying so is not missed, and the service is told")
  func weak() async throws {
    let asked = Asked()
    try await ScriptedService.running([
      { line in
        await line.serve { method, data in
          asked.note(method, data)
          if method == "pubsubPublish" { await line.tell("pubsubMessage", Self.message("1", "1", "T")) }
          return nil
        }
      }
    ]) { service in
      try await service.joined(service.meeting()) { meeting, _ in
        var listener: Recorder? = Recorder()
        if let listener { meeting.pubsub.subscribe(topic: "T", forListener: listener) }
        #expect(await eventually { asked.methods.contains("pubsubSubscribe") })
        listener = nil
        meeting.pubsub.publish(topic: "T", message: "x")
        #expect(await eventually { asked.methods.last == "pubsubUnsubscribe" })
      }
    }
  }

  @Test("a payload is a dictionary again where it came, also from the text of one")
  func payload() throws {
    func message(_ payload: JSON) throws -> PubSubMessage {
      var document = Self.message("1", "x").objectValue ?? JSONObject()
      document["payload"] = payload
      return PubSubMessage(try #require(SignallingMessage(.object(document))))
    }
    let whole = try message(["a": 1, "b": 1.5, "c": [true, .null, "x"], "d": ["e": "f"], "g": .null])
    #expect(whole.payload?.keys.sorted() == ["a", "b", "c", "d"])
    #expect(whole.payload?["a"] as? Int == 1 && whole.payload?["b"] as? Double == 1.5)
    #expect((whole.payload?["c"] as? [Any])?.count == 2 && whole.payloadText == nil)
    #expect(try message(#"{"a":"b"}"#).payload?["a"] as? String == "b")
    let text = try message("plain")
    #expect(text.payload == nil && text.payloadText == "plain")
    #expect(try message(.null).payload == nil)
  }
}
