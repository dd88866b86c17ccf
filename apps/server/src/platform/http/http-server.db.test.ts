import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { makeRid } from '@holdfast/secure-channel/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createHttpServer } from './http-server.ts';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
const { app } = server;
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

const json = { 'content-type': 'application/json' };

/** Sends raw bytes and answers with everything that came back before the server closed. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('close', () => resolve(text));
    socket.on('error', () => resolve(text));
  });
}

const SECURITY_HEADERS = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'x-frame-options',
  'cache-control',
];

it('logs no fault when a client leaves a stream, and one when a request fails', async () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const own = await createHttpServer({ log, trustedProxies: [], webDir: undefined });
  onTestFinished(() => own.close());
  own.get('/left', (_request, reply) => {
    const events = new Readable({ read() {} });
    setImmediate(() => events.destroy());
    return reply.send(events);
  });
  own.get('/broken', () => {
    throw new Error('broken');
  });
  await own.inject('/left').catch(() => {});
  await own.inject('/broken');
  const faults = lines.filter((line) => line.includes('"level":50'));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('/broken');
  expect(lines.join()).toContain('/left');
});

describe('every answer', () => {
  it.each([
    ['an answer of the proxy', { method: 'POST', url: '/proxypost', headers: json, payload: '{}' }],
    ['a refusal of the method', { method: 'GET', url: '/proxypost' }],
    ['a page that does not exist', { method: 'GET', url: '/nothing.js' }],
    [
      'a body of another type',
      { method: 'POST', url: '/proxypost', headers: { 'content-type': 'text/plain' }, payload: 'x' },
    ],
    [
      'a body that is too large',
      { method: 'POST', url: '/proxyconfig', headers: json, payload: 'x'.repeat(1025) },
    ],
    ['the keys', { method: 'GET', url: '/proxykeys' }],
    ['the health page', { method: 'GET', url: '/healthz' }],
  ] as const)('carries the security headers: %s', async (_, request) => {
    const { headers } = await app.inject(request);
    for (const name of SECURITY_HEADERS) expect(headers[name], name).toBeTypeOf('string');
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('carries them even for a request that is no HTTP, or whose headers are too large', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(9000)}\r\n\r\n`,
      'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
    ]) {
      const answer = await raw(bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 4(00|17|31)/);
      expect(answer.split('\r\n\r\n')[1], 'says nothing else').toBe('');
      for (const name of SECURITY_HEADERS) expect(answer).toContain(`${name}: `);
    }
  });
});

describe('a connection without a request', () => {
  it('ends with 408, after which a browser retries on another connection', async () => {
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const answer = raw('');
    const [socket] = await accepted;
    // What Node says once the time for a request is over.
    app.server.emit(
      'clientError',
      Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });
});

describe('the limits', () => {
  it.each([
    ['405 for another method', 405, { method: 'PUT', url: '/proxyget' }],
    [
      '415 for another type',
      415,
      { method: 'POST', url: '/proxypost', headers: { 'content-type': 'text/plain' }, payload: 'x' },
    ],
    [
      '415 for a packed body',
      415,
      { method: 'POST', url: '/proxypost', headers: { ...json, 'content-encoding': 'gzip' }, payload: 'x' },
    ],
    [
      '413 for more than 1,024 bytes at the exchange',
      413,
      { method: 'POST', url: '/proxyconfig', headers: json, payload: 'x'.repeat(1025) },
    ],
    [
      '413 for more than 192 KiB',
      413,
      { method: 'POST', url: '/proxypost', headers: json, payload: 'x'.repeat(192 * 1024 + 1) },
    ],
  ] as const)('answer %s, with an empty body', async (_, status, request) => {
    const response = await app.inject(request);
    expect(response.statusCode).toBe(status);
    expect(response.body).toBe('');
  });

  it('refuse a request with both a content length and chunks', async () => {
    const answer = await raw(
      'POST /proxypost HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
  });

  it('answer every malformed body of the proxy with the same 8 plain bytes and a 200', async () => {
    for (const payload of ['', '{}', '{"DEV_ID":1}', '\uFEFF{}', '[', 'x'.repeat(1000)]) {
      const response = await app.inject({ method: 'POST', url: '/proxypost', headers: json, payload });
      expect([response.statusCode, response.body], payload.slice(0, 9)).toEqual([200, 'ERROR003']);
    }
  });

  it.each(['/proxyconfig', '/proxypost', '/proxyget', '/proxystream'])(
    'answer a request to %s without any body like a malformed one',
    async (url) => {
      const response = await app.inject({ method: 'POST', url });
      expect([response.statusCode, response.body]).toEqual([200, 'ERROR003']);
    },
  );

  it('answer the keys in plain text, the current one first', async () => {
    const response = await app.inject({ method: 'GET', url: '/proxykeys' });
    expect(response.json()).toEqual({ keys: server.secrets.publicKeys });
  });
});

describe('a shutdown', () => {
  it('lets a running request finish', async () => {
    const node = await server.startNode();
    await node.listen({ host: '127.0.0.1', port: 0 });
    const address = node.server.address() as AddressInfo;
    const visitor = await server.visitor();
    const pairs = { ...(await server.registration(visitor)) };
    const sealed = visitor.seal('/member/register', '/member/register', pairs, makeRid());
    const answer = fetch(`http://127.0.0.1:${address.port}${sealed.endpoint}`, {
      method: 'POST',
      headers: json,
      body: sealed.body,
    });
    await once(node.server, 'request');
    await node.close();
    expect(sealed.open(await (await answer).text())).toMatchObject({
      body: expect.stringContaining('"errorCode":0'),
    });
  });
});
