/// What a demo prints: lines that work when pasted.
enum DemoIntroduction {
  static func text(url: String, key: String, mocks: [(kind: String, url: String)]) -> String {
    let listed = mocks.map { "  \($0.kind) mock     \($0.url)" }.joined(separator: "\n")
    return """
      switchboard demo is up
        gateway         \(url)
      \(listed)
        key             \(key)

      try this, in another terminal:

        export SB=\(url) KEY=\(key) MOCK=\(mocks.first?.url ?? "")

        # a room with a host: it starts in backstage
        ROOM=$(curl -s $SB/v1/rooms -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
          -d '{"kind":"audio_room","title":"Evening jazz","host":{"external_id":"nadia","name":"Nadia"}}' \\
          | sed 's/^{"id":"\\([^"]*\\)".*/\\1/'); echo $ROOM

        # follow its events (leave it running in a terminal of its own, or drop the & )
        curl -sN $SB/v1/rooms/$ROOM/events -H "Authorization: Bearer $KEY" -H 'Accept: text/event-stream' &

        # open it, and let a listener in
        curl -s -X POST $SB/v1/rooms/$ROOM/go-live -H "Authorization: Bearer $KEY"
        TOKEN=$(curl -s $SB/v1/rooms/$ROOM/join-tokens -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
          -d '{"person":{"external_id":"leo","name":"Leo"}}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

        # a device joins the mock vendor with that token; the event stream shows it
        curl -s $MOCK/_mock/rooms/audio_room%3A$ROOM/participants -H 'Content-Type: application/json' -d "{\\"token\\":\\"$TOKEN\\"}"
        curl -s $SB/v1/rooms/$ROOM/participants -H "Authorization: Bearer $KEY"

        # and the end
        curl -s -X POST $SB/v1/rooms/$ROOM/end -H "Authorization: Bearer $KEY"

        # the same at another vendor, and a voice call
        curl -s $SB/v1/rooms -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
          -d '{"kind":"audio_room","provider":"videosdk-main","host":{"external_id":"nadia"}}'
        curl -s $SB/v1/rooms -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
          -d '{"kind":"voice_call","provider":"poly-main","host":{"external_id":"nadia"}}'

      the API: \(url)/openapi.json    stop with Ctrl-C
      """
  }
}
