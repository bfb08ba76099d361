import HTTPClient
import HTTPServer
import HTTPTypes
import Testing
import WebSocket

/// Both sides of ours, over a real socket.
@Suite struct EchoTests {
  @Test func messagesComeBackWholeAndInOrder() async throws {
    try await Echo.running { echo async throws in
      let connection = try await echo.connect()
      for size in [0, 1, 125, 126, 65_535, 65_536, 900_000] {
        let bytes = [UInt8](repeating: 97, count: size)
        #expect(await connection.send(.text(bytes)))
        #expect(await connection.receive() == .text(bytes), "\(size) bytes")
      }
      #expect(await connection.send(.binary([0, 255])))
      #expect(await connection.receive() == .binary([0, 255]))
      await connection.close(1000, "done")
      #expect(connection.closure == WebSocketClosure(.local, code: 1000, reason: "done"))
    }
  }

  @Test func manyConnectionsAtOnceKeepTheirMessagesApart() async throws {
    try await Echo.running { echo async throws in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for client in 0..<100 {
          group.addTask {
            let connection = try await echo.connect()
            for round in 0..<20 { await connection.send(WebSocketMessage("\(client).\(round)")) }
            var good = 0
            for round in 0..<20 where await connection.receive() == WebSocketMessage("\(client).\(round)") { good += 1 }
            await connection.close()
            return good
          }
        }
        for try await good in group { #expect(good == 20) }
      }
      #expect(await echo.isQuiet())
    }
  }

  @Test func aReceiverThatSleepsHoldsTheSenderBack() async throws {
    try await Echo.running(serve: { connection in
      for _ in 0..<200 { await connection.send(.text([UInt8](repeating: 98, count: 100_000))) }
    }) { echo async throws in
      let connection = try await echo.connect()
      #expect(await connection.receive()?.bytes.count == 100_000)
      var count = 1
      while let message = await connection.receive() {
        #expect(message.bytes.count == 100_000)
        count += 1
      }
      #expect(count == 200)
      #expect(connection.closure == WebSocketClosure(.peer, code: 1000))
    }
  }

  @Test func theServersStopIsAGoodbye() async throws {
    let echo = try await Echo.start()
    let connection = try await echo.connect()
    await echo.stop()
    #expect(await connection.receive() == nil)
    #expect(connection.closure == WebSocketClosure(.peer, code: 1001, reason: "going away"))
    await echo.end()
  }

  @Test func aClientThatVanishesFreesItsConnection() async throws {
    try await Echo.running { echo async throws in
      for _ in 0..<50 {
        let socket = try RawClient(port: echo.port)
        try socket.shakeHands()
        socket.reset()
      }
      #expect(await echo.isQuiet())
    }
  }

  @Test func aDroppedConnectionEndsWithoutAGoodbyeOnBothSides() async throws {
    try await Echo.running(serve: { connection in
      while let message = await connection.receive() {
        await connection.send(message)
        connection.startDropping()
      }
    }) { echo async throws in
      let connection = try await echo.connect()
      await connection.send(WebSocketMessage("last"))
      #expect(await connection.receive() == WebSocketMessage("last"))
      #expect(await connection.receive() == nil)
      #expect(connection.closure == WebSocketClosure(.lost, code: 1006))
      #expect(await echo.isQuiet())
    }
  }

  @Test func receivingStopsWhenItsTaskIsCancelled() async throws {
    try await Echo.running { echo async throws in
      let connection = try await echo.connect()
      let receiving = Task { await connection.receive() }
      receiving.cancel()
      #expect(await receiving.value == nil)
      await connection.send(WebSocketMessage("still there"))
      #expect(await connection.receive() == WebSocketMessage("still there"))
      await connection.close()
    }
  }

  @Test func aStoppedLoopEndsEverything() async throws {
    try await Echo.running { echo async throws in
      let loop = try WebSocketLoop()
      let connection = try await echo.connect(on: loop)
      await loop.stop()
      #expect(await connection.receive() == nil)
      #expect(!(await connection.send(WebSocketMessage("late"))))
      await connection.close()
      #expect(connection.closure?.cause == .lost)
    }
  }
}
