"""Lets the vendor's own Python client join a meeting, and says what it hears.

Every event of the client becomes one line of JSON on standard output; every line of JSON on standard input is something
to do, whose result is a line too: {"do": "publish", "topic": "CHAT", "message": "hi"} is answered with
{"did": "publish", "result": null}. What is expected is an order, too: {"do": "wait", "event": "participant_joined",
"where": {"data": {"id": "leo"}}, "seconds": 10} goes on once such an event was heard, now or before. An order that
fails says {"failed": ..., "why": ...}. The end of standard input leaves the meeting, if that has not happened yet, and
ends the program: with 0 if no order failed.

The client always asks for its server by HTTPS. So this program puts TLS in front of a plain server on this machine,
with a certificate that it makes for itself and that nobody else trusts.
"""

import argparse
import asyncio
import http.client
import http.server
import json
import logging
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse


def say(line):
    print(json.dumps(line, default=repr), flush=True)


class Encryption:
    """Ends TLS on a port of its own and passes requests on to a plain server."""

    def __init__(self, upstream, folder):
        self.certificate = os.path.join(folder, "certificate.pem")
        key = os.path.join(folder, "key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", self.certificate],
            check=True, capture_output=True)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), make_forwarder(upstream))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        self.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()


def make_forwarder(upstream):
    class Forwarder(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            fields = {name: value for name, value in self.headers.items() if name.lower() != "host"}
            connection = http.client.HTTPConnection(*upstream, timeout=20)
            connection.request("POST", self.path, body, fields)
            answer = connection.getresponse()
            content = answer.read()
            self.send_response_only(answer.status)
            self.send_header("Content-Type", answer.getheader("Content-Type", "application/json"))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    return Forwarder


def share_cipher(control):
    """The client opens the list of ICE servers with a key of its package; whoever makes the list must know it."""
    from videosdk import utils

    def hexadecimal(value):
        return (value.encode() if isinstance(value, str) else bytes(value)).hex()

    target = urllib.parse.urlsplit(control)
    connection = http.client.HTTPConnection(target.hostname, target.port, timeout=10)
    body = json.dumps({"key": hexadecimal(utils.KEY), "vector": hexadecimal(utils.IV)})
    connection.request("POST", "/_mock/ice-cipher", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    if answer.status != 204:
        sys.exit(f"the mock does not take the cipher: {answer.status} {answer.read().decode()}")


def described(value):
    """An event's data as JSON: of objects what an application sees of them."""
    if isinstance(value, dict):
        return {key: described(item) for key, item in value.items() if not callable(item)}
    if isinstance(value, (list, tuple)):
        return [described(item) for item in value]
    if hasattr(value, "display_name"):
        return {"id": value.id, "name": value.display_name, "mode": value.mode, "local": value.local,
                "meta_data": described(value.meta_data), "kind": type(value).__name__.lower()}
    if hasattr(value, "track"):
        return {"kind": value.kind}
    return value


def make_listener(base, heard):
    """Every callback there is, or will be: the library asks for them by name."""

    class Listener(base):
        def __init__(self, participant=None):
            self.participant = participant

        def __getattr__(self, name):
            if not name.startswith("on_"):
                raise AttributeError(name)
            return lambda data=None: heard(name[3:], data, self.participant)

    return Listener


def fits(value, wish):
    """Whether a value is what is wished for, or has all members that the wish has."""
    if isinstance(wish, dict) and isinstance(value, dict):
        return all(key in value and fits(value[key], part) for key, part in wish.items())
    return value == wish


class Guest:
    def __init__(self, arguments):
        from videosdk import VideoSDK
        from videosdk.event_handler import BaseEvent

        self.listener = make_listener(BaseEvent, self.heard)
        self.people = {}
        self.events = []
        self.has_left = False
        self.has_failed = False
        self.meeting = VideoSDK.init_meeting(
            meeting_id=arguments.meeting, token=arguments.token, participant_id=arguments.participant,
            name=arguments.name, mode=arguments.mode, mic_enabled=arguments.mic, webcam_enabled=False,
            meta_data=json.loads(arguments.meta), signaling_base_url=arguments.signalling,
            peer_type=arguments.peer_type)
        self.meeting.add_event_listener(self.listener())
        self.meeting.local_participant.add_event_listener(self.listener(self.meeting.local_participant.id))

    def heard(self, name, data, participant):
        if name in ("participant_joined", "agent_joined"):
            self.people[data.id] = data
            data.add_event_listener(self.listener(data.id))
        if name == "meeting_left":
            self.has_left = True
        line = {"event": name, "data": described(data)}
        if participant is not None:
            line["participant"] = participant
        self.tell(line)

    def tell(self, line):
        self.events.append(line)
        say(line)

    async def wait(self, event, seconds, where):
        end = time.monotonic() + seconds
        while not any(fits(line, {"event": event, **where}) for line in self.events):
            if time.monotonic() > end:
                raise TimeoutError(f"no such {event} in {seconds} s")
            await asyncio.sleep(0.02)

    async def perform(self, order):
        meeting, what = self.meeting, order["do"]
        if what == "wait":
            return await self.wait(order["event"], order.get("seconds", 10), order.get("where", {}))
        if what == "join":
            return await meeting.async_join()
        if what == "subscribe":
            topic = order["topic"]
            return await meeting.pubsub.subscribe(
                {"topic": topic, "cb": lambda message: self.tell({"event": "message", "data": message})})
        if what == "publish":
            return await meeting.pubsub.publish(
                {key: order[key] for key in ("topic", "message", "options", "payload") if key in order})
        if what == "session":
            return {"session": meeting._Meeting__room_client.session_id}
        if what == "microphone":
            producer = meeting._Meeting__room_client._RoomClient__audio_producer
            return {"on": producer is not None and not producer.closed}
        if what in ("enable_mic", "disable_mic", "remove"):
            target = order.get("participant")
            return getattr(self.people[target] if target else meeting, what)()
        if what == "leave":
            return meeting.leave()
        if what == "end":
            return meeting.end()
        if what == "start_recording":
            return meeting.start_recording({})
        if what in ("stop_recording", "stop_transcription"):
            return getattr(meeting, what)()
        if what == "start_transcription":
            return meeting.start_transcription({})
        if what == "switch":
            return meeting.switch_to(order["meeting"])
        if what == "stats":
            return await self.meeting.local_participant.async_get_transport_stats()
        raise ValueError(f"nobody knows how to {what}")

    async def obey(self, orders):
        """One after the other, until there are no more."""
        while (text := await orders.get()) is not None:
            order = json.loads(text)
            try:
                say({"did": order["do"], "result": described(await self.perform(order))})
            except Exception as error:
                self.has_failed = True
                say({"failed": order["do"], "why": repr(error)})
        if not self.has_left:
            await self.meeting._Meeting__room_client.async_leave()


def read_orders(loop, orders):
    for line in sys.stdin:
        if line.strip():
            loop.call_soon_threadsafe(orders.put_nowait, line)
    loop.call_soon_threadsafe(orders.put_nowait, None)


async def visit(arguments):
    orders = asyncio.Queue()
    threading.Thread(target=read_orders, args=(asyncio.get_running_loop(), orders), daemon=True).start()
    guest = Guest(arguments)
    await guest.obey(orders)
    return not guest.has_failed


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, help="the vendor's address, e.g. http://127.0.0.1:40123")
    parser.add_argument("--control", help="the address of the mock that must know how to encrypt its ICE servers")
    parser.add_argument("--meeting", required=True)
    parser.add_argument("--participant", help="one of eight letters is made up otherwise")
    parser.add_argument("--name", default="Guest")
    parser.add_argument("--mode", default="SEND_AND_RECV")
    parser.add_argument("--mic", action="store_true", help="joins with the microphone on")
    parser.add_argument("--meta", default="null", help="a JSON object that others see")
    parser.add_argument("--peer-type", default="normal")
    parser.add_argument("--log", default="ERROR", help="the level of the library's log, on standard error")
    arguments = parser.parse_args()
    # Not among the arguments, which every user of the machine can read.
    arguments.token = os.environ["VIDEOSDK_TOKEN"]
    return arguments


def main():
    arguments = read_arguments()
    logging.basicConfig(level=arguments.log)
    # What goes to this machine goes through no proxy.
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as folder:
        server = urllib.parse.urlsplit(arguments.server)
        encryption = Encryption((server.hostname, server.port or 80), folder)
        os.environ["REQUESTS_CA_BUNDLE"] = encryption.certificate
        arguments.signalling = f"localhost:{encryption.port}"
        if arguments.control:
            share_cipher(arguments.control)
        sys.exit(0 if asyncio.run(visit(arguments)) else 1)


main()
