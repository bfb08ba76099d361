"""Requests as bytes, and the program that sends them."""
import json
import os
import struct
import subprocess

from .processes import Failure


def request(method, path, body=None, fields=()):
    """One request as it goes onto the wire; `body` is bytes or something to be written as JSON."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in fields]
    content = b""
    if body is not None:
        content = body if isinstance(body, bytes) else json.dumps(body, separators=(",", ":")).encode()
        if not any(name.lower() == "content-type" for name, _ in fields):
            lines.append("Content-Type: application/json")
        lines.append(f"Content-Length: {len(content)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + content


class Load:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.files = 0

    def write(self, requests):
        """A list of requests as a file."""
        self.files += 1
        path = os.path.join(self.folder, f"requests-{self.files}")
        with open(path, "wb") as file:
            for one in requests:
                file.write(struct.pack("<I", len(one)) + one)
        return path

    def run(self, mode, port, requests, **options):
        """Sends them and returns what came of it. Any answer that was not expected is a failure."""
        command = [self.program, mode, "--port", str(port), "--requests", requests]
        for name, value in options.items():
            command += ["--" + name.replace("_", "-"), str(value)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode != 0:
            raise Failure(done.stderr.strip())
        result = json.loads(done.stdout)
        if result.get("unexpected"):
            raise Failure(f"{result['statuses']} where {options.get('expect', 200)} was expected: {result['surprise']}")
        return result

    def fan_out(self, port, opening, deliveries, marker, streams, when_open):
        """Opens event streams, calls `when_open`, then posts the deliveries."""
        command = [self.program, "fanout", "--port", str(port), "--open", opening, "--requests", deliveries,
                   "--marker", marker, "--streams", str(streams)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                if process.stdout.readline() != "ready\n":
                    raise Failure(process.stderr.read().strip())
                when_open()
                output, errors = process.communicate("\n", timeout=600)
            finally:
                if process.poll() is None:
                    process.kill()
        if process.returncode != 0:
            raise Failure(errors.strip())
        return json.loads(output)
