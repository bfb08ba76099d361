"""nginx twice: as the vendor with fixed answers, and as a plain reverse proxy in front of it."""
import json
import os

from .processes import answers, eventually, free_port

HEAD = """daemon off;
worker_processes 1;
pid %(folder)s/%(name)s.pid;
error_log %(folder)s/%(name)s.error.log warn;
worker_rlimit_nofile 20000;
events { worker_connections 8192; }
http {
  access_log off;
  default_type application/json;
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  client_body_temp_path %(folder)s/%(name)s.body;
  proxy_temp_path %(folder)s/%(name)s.proxy;
  fastcgi_temp_path %(folder)s/%(name)s.fastcgi;
  uwsgi_temp_path %(folder)s/%(name)s.uwsgi;
  scgi_temp_path %(folder)s/%(name)s.scgi;
"""


def call(backstage):
    """A call as the vendor shows one; nginx puts type and id in."""
    return {
        "type": "$type", "id": "$id", "cid": "${type}:$id", "current_session_id": "",
        "created_by": {"id": "nadia", "name": "Nadia", "role": "user", "language": "", "teams": [], "custom": {},
                       "created_at": "2026-01-05T10:00:00.000000Z", "updated_at": "2026-01-05T10:00:00.000000Z"},
        "created_at": "2026-01-05T10:00:00.000000Z", "updated_at": "2026-01-05T10:00:00.000000Z",
        "recording": False, "transcribing": False, "captioning": False, "backstage": backstage, "ended_at": None,
        "starts_at": None, "team": "", "blocked_user_ids": [], "custom": {"title": "Evening jazz"},
        "settings": {
            "audio": {"access_request_enabled": True, "opus_dtx_enabled": True, "redundant_coding_enabled": True,
                      "mic_default_on": True, "speaker_default_on": True, "default_device": "speaker"},
            "video": {"enabled": True, "access_request_enabled": True, "camera_default_on": False,
                      "camera_facing": "front", "target_resolution": {"width": 1280, "height": 720, "bitrate": 1500000}},
            "screensharing": {"enabled": True, "access_request_enabled": True},
            "recording": {"mode": "available", "quality": "720p", "audio_only": False},
            "backstage": {"enabled": True}, "limits": {"max_participants": None, "max_duration_seconds": None},
            "ring": {"incoming_call_timeout_ms": 15000, "auto_cancel_timeout_ms": 15000},
        },
        "ingress": {"rtmp": {"address": "rtmps://ingress.example:443/$type.$id"}}, "egress": {"broadcasting": False},
    }


def fixed(status, body):
    text = body if isinstance(body, str) else json.dumps(body, separators=(",", ":"))
    return f"return {status} '{text}';"


def upstream_configuration(folder, port, stored_room):
    user = {"role": "user", "created_at": "2026-01-05T10:00:00.000000Z", "updated_at": "2026-01-05T10:00:00.000000Z",
            "banned": False, "online": False, "custom": {}}
    users = [{"id": "nadia", "name": "Nadia", **user}, {"id": "switchboard", **user}]
    path = "^/api/v2/video/call/(?<type>[^/]+)/(?<id>[^/]+)"
    created = {"duration": "12.41ms", "created": True, "members": [], "own_capabilities": [], "call": call(True)}
    live = {"duration": "8.02ms", "call": call(False)}
    return HEAD % {"folder": folder, "name": "upstream"} + f"""
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location = /api/v2/users {{ {fixed(200, {"duration": "1.20ms", "users": users})} }}
    location = /api/v2/video/calls {{ {fixed(200, {"duration": "1.20ms", "calls": []})} }}
    location = /stored-room {{ {fixed(200, stored_room)} }}
    location ~ {path}/mute_users$ {{ {fixed(200, {"duration": "2.31ms"})} }}
    location ~ {path}/go_live$ {{ {fixed(200, live)} }}
    location ~ {path}$ {{ {fixed(201, created)} }}
  }}
}}
"""


def proxy_configuration(folder, port, upstream):
    return HEAD % {"folder": folder, "name": "proxy"} + f"""
  upstream vendor {{ server 127.0.0.1:{upstream}; keepalive 128; keepalive_requests 1000000000; }}
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location / {{ proxy_pass http://vendor; proxy_http_version 1.1; proxy_set_header Connection ""; }}
  }}
}}
"""


def start(processes, name, configuration, port):
    path = os.path.join(processes.folder, f"{name}.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(configuration)
    process = processes.start(name, ["nginx", "-c", path, "-p", processes.folder])
    eventually(answers(port, "/stored-room"), what=f"nginx ({name}) answering")
    return process


def start_upstream(processes, stored_room):
    port = free_port()
    start(processes, "upstream", upstream_configuration(processes.folder, port, stored_room), port)
    return port


def start_proxy(processes, upstream):
    port = free_port()
    start(processes, "proxy", proxy_configuration(processes.folder, port, upstream), port)
    return port
