import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushPayload } from '@holdfast/contract/notifications';

/**
 * A push service with its browsers, for tests: it takes what the server posts, checks who sent it, and decrypts it as the browser does. Written
 * from the RFCs (8030, 8188, 8291, 8292), and not with the library that encrypts.
 */

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly payload: PushPayload;
  /** What a push service sees of the content: its length. */
  readonly sealedBytes: number;
  /** The claims of the VAPID token, whose signature was checked. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

export interface Browser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushReceiver {
  close: () => void;
  readonly origin: string;
  /** What has arrived and could be read, in order. */
  readonly received: Received[];
  /** A new browser that has subscribed. */
  subscribe: () => Browser;
  /** What the service answers from now on to messages for this path, or to all; undefined: it takes them. */
  answer: (status: number | undefined, headers?: Readonly<Record<string, string>>, path?: string) => void;
  /** Messages that came while the service did not take them count too. */
  readonly asked: () => number;
}

const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8291 over RFC 8188: one record. */
function decrypt(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = hkdf(auth, keys.computeSecret(senderKey), info, 32);
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** RFC 8292: checks the signature against the key that the header names, and that this is the key of whom the browser subscribed to. */
function readVapid(authorization: string, serverKey: string): Received['claims'] {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || key !== serverKey) throw new Error('not signed by whom the browser has subscribed to');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Received['claims'];
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** `serverKey`: the VAPID key that browsers have subscribed to. */
export async function startPushReceiver(serverKey: () => string, port = 0): Promise<PushReceiver> {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>();
  const answers = new Map<string, { status: number; headers: Readonly<Record<string, string>> }>();
  const received: Received[] = [];
  let asked = 0;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await bodyOf(request);
    asked += 1;
    const answer = answers.get(path) ?? answers.get('*');
    const browser = browsers.get(path);
    if (answer) return void response.writeHead(answer.status, answer.headers).end();
    if (!browser) return void response.writeHead(410).end();
    const { authorization = '' } = request.headers;
    received.push({
      path,
      headers: request.headers as Received['headers'],
      payload: JSON.parse(decrypt(body, browser).toString()) as PushPayload,
      sealedBytes: body.length,
      claims: readVapid(authorization, serverKey()),
    });
    response.writeHead(201).end();
  }
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error));
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    close() {
      server.closeAllConnections();
      server.close();
    },
    origin,
    received,
    subscribe() {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const keys = createECDH('prime256v1');
      const auth = randomBytes(16);
      const p256dh = keys.generateKeys('base64url');
      browsers.set(path, { keys, auth });
      return { endpoint: `${origin}${path}`, p256dh, auth: auth.toString('base64url') };
    },
    answer(status, headers = {}, path = '*') {
      if (status === undefined) answers.delete(path);
      else answers.set(path, { status, headers });
    },
    asked: () => asked,
  };
}
