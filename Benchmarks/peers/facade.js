// The peer: what a careful team would write by hand in an afternoon, in front of one vendor. It checks a bearer key, reads
// and validates JSON, calls the vendor over kept-alive connections and answers in the gateway's shape. It stores nothing:
// no events, no idempotency, no state of rooms.
//
//   node facade.js PORT UPSTREAM_PORT KEY
'use strict';
const http = require('http');
const crypto = require('crypto');

const [port, upstreamPort, key] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
const expected = Buffer.from(`Bearer ${key}`);
const agent = new http.Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 256 });
const secret = 'the-vendors-secret';
const tracks = new Set(['audio', 'video', 'screen']);

function base64url(text) { return Buffer.from(text).toString('base64url'); }

// Minted anew every minute.
let token = { text: '', until: 0 };
function serverToken() {
  const now = Math.floor(Date.now() / 1000);
  if (now >= token.until) {
    const head = base64url('{"alg":"HS256","typ":"JWT"}');
    const claims = base64url(JSON.stringify({ server: true, iat: now - 5, exp: now + 300 }));
    const mark = crypto.createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
    token = { text: `${head}.${claims}.${mark}`, until: now + 60 };
  }
  return token.text;
}

function vendor(method, path, body) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const request = http.request({
      host: '127.0.0.1', port: upstreamPort, method, path: `/api/v2${path}`, agent,
      headers: {
        Authorization: serverToken(), 'stream-auth-type': 'jwt', 'Content-Type': 'application/json',
        Accept: 'application/json', 'Content-Length': Buffer.byteLength(text),
        'x-client-request-id': crypto.randomUUID(),
      },
    }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        try {
          const json = JSON.parse(Buffer.concat(parts).toString('utf8'));
          if (response.statusCode >= 300) reject(new Error(`vendor ${response.statusCode}`));
          else resolve(json);
        } catch (error) { reject(error); }
      });
    });
    request.setTimeout(10000, () => request.destroy(new Error('timeout')));
    request.on('error', reject);
    request.end(text);
  });
}

class Refusal extends Error {
  constructor(status, code, detail) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

function send(response, status, body) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': crypto.randomUUID(),
  });
  response.end(text);
}

function readBody(request) {
  return new Promise((resolve, reject) => {
    const parts = [];
    let size = 0;
    request.on('data', (part) => {
      size += part.length;
      if (size > 1 << 20) reject(new Refusal(413, 'body_too_large', 'too large'));
      else parts.push(part);
    });
    request.on('error', reject);
    request.on('end', () => {
      try {
        const json = JSON.parse(Buffer.concat(parts).toString('utf8'));
        if (json === null || typeof json !== 'object' || Array.isArray(json)) throw new Error('no object');
        resolve(json);
      } catch (error) { reject(new Refusal(400, 'invalid_json', 'the body must be a JSON object')); }
    });
  });
}

function allow(body, names) {
  for (const name of Object.keys(body)) {
    if (!names.includes(name)) throw new Refusal(422, 'invalid_request', `unknown field ${name}`);
  }
}

function text(value, name, most) {
  if (typeof value !== 'string' || value.length === 0 || value.length > most) {
    throw new Refusal(422, 'invalid_request', `${name} must be 1 to ${most} characters`);
  }
  return value;
}

const roomPattern = /^room_[0-9a-z]{1,40}$/;
const personPattern = /^[A-Za-z0-9._~@:|+=-]{1,120}$/;

function roomID(raw) {
  const id = decodeURIComponent(raw);
  if (!roomPattern.test(id)) throw new Refusal(404, 'not_found', 'there is no such room');
  return id;
}

async function mute(room, rawPerson, request) {
  const person = decodeURIComponent(rawPerson);
  if (!personPattern.test(person)) throw new Refusal(404, 'not_found', 'there is no such person');
  const body = await readBody(request);
  allow(body, ['tracks']);
  if (!Array.isArray(body.tracks) || body.tracks.length === 0 || !body.tracks.every((track) => tracks.has(track))) {
    throw new Refusal(422, 'invalid_request', 'tracks must name audio, video or screen');
  }
  await vendor('POST', `/video/call/audio_room/${room}/mute_users?api_key=key`, {
    user_ids: [person], muted_by_id: 'switchboard', audio: body.tracks.includes('audio'),
    video: body.tracks.includes('video'), screenshare: body.tracks.includes('screen'),
    screenshare_audio: body.tracks.includes('screen'),
  });
  return {
    outcome: 'applied', changed: null, reason: null, affected: [], operation: null, provider: 'stream-main',
    provider_kind: 'stream',
  };
}

function shown(call) {
  const state = call.ended_at ? 'ended' : call.backstage ? 'backstage' : 'live';
  return {
    id: call.id, external_id: call.custom.external_id ?? null, kind: call.type, provider: 'stream-main',
    provider_kind: 'stream', title: call.custom.title ?? null, description: call.custom.description ?? null,
    custom: call.custom, state, joinable_at: call.starts_at ?? null, locked: false,
    host: { external_id: call.created_by.id, name: call.created_by.name ?? null, image_url: null },
    settings: {
      access: 'open', backstage: call.settings.backstage.enabled, max_participants: null, max_duration_seconds: null,
      empty_timeout_seconds: null, record_automatically: false,
    },
    starts_at: call.starts_at ?? null, join_ahead_seconds: 0, created_at: call.created_at, updated_at: call.updated_at,
    ended_at: call.ended_at ?? null, sequence: null, session: null, recording: call.recording, broadcasting: false,
    transcribing: call.transcribing, provider_refs: { call: call.cid }, previous_providers: [],
    attempts: [{ provider: 'stream-main', outcome: 'created' }],
  };
}

async function create(request) {
  const body = await readBody(request);
  allow(body, ['kind', 'external_id', 'title', 'description', 'custom', 'host', 'settings']);
  if (body.kind !== 'audio_room') throw new Refusal(422, 'invalid_request', 'kind must be audio_room');
  if (body.title !== undefined) text(body.title, 'title', 256);
  if (body.description !== undefined) text(body.description, 'description', 2000);
  if (body.host === null || typeof body.host !== 'object') throw new Refusal(422, 'invalid_request', 'host is required');
  allow(body.host, ['external_id', 'name', 'image_url']);
  if (!personPattern.test(text(body.host.external_id, 'host.external_id', 120))) {
    throw new Refusal(422, 'invalid_request', 'host.external_id');
  }
  const users = [body.host.external_id, 'switchboard'];
  const payload = encodeURIComponent(JSON.stringify({ filter_conditions: { id: { $in: users } }, limit: 2 }));
  const known = new Set((await vendor('GET', `/users?api_key=key&payload=${payload}`)).users.map((user) => user.id));
  const missing = users.filter((user) => !known.has(user));
  if (missing.length > 0) {
    await vendor('POST', '/users?api_key=key', { users: Object.fromEntries(missing.map((id) => [id, { id }])) });
  }
  const id = 'room_' + crypto.randomBytes(13).toString('hex');
  const answer = await vendor('POST', `/video/call/audio_room/${id}?api_key=key`, {
    data: {
      created_by_id: body.host.external_id, custom: { ...body.custom, title: body.title, description: body.description },
      members: [{ user_id: body.host.external_id, role: 'admin' }],
    }, members_limit: 1,
  });
  return shown(answer.call);
}

async function read(room) {
  return shown((await vendor('GET', `/video/call/audio_room/${room}?api_key=key&members_limit=1`)).call);
}

async function serve(request, response) {
  const given = Buffer.from(request.headers.authorization ?? '');
  if (given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) {
    throw new Refusal(401, 'unauthorized', 'a valid key is needed');
  }
  const path = request.url.split('?', 1)[0].split('/');
  if (path[1] !== 'v1' || path[2] !== 'rooms') throw new Refusal(404, 'not_found', 'no such path');
  if (request.method === 'POST' && path.length === 3) return send(response, 201, await create(request));
  if (request.method === 'GET' && path.length === 4) return send(response, 200, await read(roomID(path[3])));
  if (request.method === 'POST' && path.length === 7 && path[4] === 'people' && path[6] === 'mute') {
    return send(response, 200, await mute(roomID(path[3]), path[5], request));
  }
  throw new Refusal(404, 'not_found', 'no such path');
}

const server = http.createServer((request, response) => {
  serve(request, response).catch((error) => {
    const status = error instanceof Refusal ? error.status : 502;
    send(response, status, { code: error.code ?? 'provider_error', detail: error.message, status });
  });
});
server.keepAliveTimeout = 300000;
server.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
process.on('SIGTERM', () => process.exit(0));
