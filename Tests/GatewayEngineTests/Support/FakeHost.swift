import MeetingCore
import Synchronization

/// Agents at a vendor in memory: each does what the script says and then stays until it is told to go.
final class FakeHost: AgentHosting, Sendable {
  enum Step: Sendable {
    case joins
    /// Nothing, until cancelled.
    case waits
    case fails(ProviderFailure)
    case asks(AgentToolCall)
    /// Goes on when the outcome of a call has come.
    case hearsOutcome
    case leaves
  }

  private struct State {
    var script: [Step] = [.joins, .waits]
    var outcomes: [String] = []
    var updates: [AgentSettings] = []
    var open = 0
  }

  private let state = Mutex(State())

  func play(_ script: Step...) { play(script) }
  func play(_ script: [Step]) { state.withLock { $0.script = script } }
  var outcomes: [String] { state.withLock { $0.outcomes } }
  var updates: [AgentSettings] { state.withLock { $0.updates } }
  /// Connections that run.
  var open: Int { state.withLock { $0.open } }

  func connection(of agent: Agent, actor: String?) -> any LiveConnecting {
    Connection(host: self, agent: agent.id, script: state.withLock { $0.script })
  }

  private struct Connection: LiveConnecting {
    let host: FakeHost
    let agent: String
    let script: [Step]

    func run(_ room: ProviderRoom, _ port: LivePort) async throws(ProviderFailure) {
      host.state.withLock { $0.open += 1 }
      defer { host.state.withLock { $0.open -= 1 } }
      var requests = port.requests.makeAsyncIterator()
      for step in script {
        switch step {
        case .joins: try? await port.emit([fact(.joined(connection: nil))])
        case .asks(let call): try? await port.emit([fact(.asked(call))])
        case .fails(let failure): throw failure
        case .leaves: return
        case .waits: while let request = await requests.next() { host.note(request) }
        case .hearsOutcome: if let request = await requests.next() { host.note(request) }
        }
      }
    }

    private func fact(_ news: AgentNews) -> Fact {
      Fact(occurredAt: Timestamp(nanoseconds: 1), source: .socket, .agent(agent, news))
    }
  }

  private func note(_ request: LiveRequest) {
    state.withLock { state in
      switch request {
      case .toolResult(_, let output): state.outcomes.append(output)
      case .updateAgent(let settings): state.updates.append(settings)
      }
    }
  }
}
