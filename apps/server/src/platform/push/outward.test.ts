import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutward, outcomeOfFailure, OutwardRefusedError } from './outward.ts';
import { isPublicAddress } from './public-address.ts';
import { createPushServices } from './services.ts';

const nothing = { headers: {}, body: Buffer.alloc(0) };
const resolvingTo = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, all: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup;

describe('an address of the public internet', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254', // what clouds answer secrets at
    '100.64.0.1',
    '0.0.0.0',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'ff02::1',
    'localhost',
    '',
  ])('is not %j', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '172.32.0.1', '17.57.144.1', '2404:6800:4012::200a', '2620:149::1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('a request to an address that somebody has named', () => {
  const outward = createOutward({ resolve: resolvingTo('127.0.0.1', '::1', '10.0.0.1') });

  it.each([
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://user:secret@push.example.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://2130706433/a', // 127.0.0.1 as one number
    'https://0x7f.1/a',
    'https://push.example.com/a', // resolves to ourselves
    'http://127.0.0.1:9/a',
  ])('is not made to %s', async (url) => {
    await expect(outward(url, nothing)).rejects.toThrow(OutwardRefusedError);
  });

  it('asks a name once: what was checked is what is connected to', async () => {
    let asked = 0;
    const turning = ((...args: Parameters<ReturnType<typeof resolvingTo>>) => {
      asked += 1;
      return (resolvingTo(asked === 1 ? '10.0.0.1' : '8.8.8.8') as (...all: unknown[]) => void)(...args);
    }) as unknown as typeof lookup;
    await expect(createOutward({ resolve: turning })('https://push.example.com/', nothing)).rejects.toThrow(
      OutwardRefusedError,
    );
    expect(asked).toBe(1);
  });

  it('reads no answer without end, and waits for none', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/long') response.end('x'.repeat(100_000));
      else response.write('a');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const testOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const here = createOutward({ testOrigin, timeoutMs: 300 });
    await expect(here(`${testOrigin}/long`, nothing)).rejects.toThrow('too long');
    await expect(here(`${testOrigin}/slow`, nothing)).rejects.toThrow('timed out');
  });
});

const failingWith = (code: string) =>
  ((_name: string, _options: object, done: (error: Error) => void) =>
    setImmediate(() => done(Object.assign(new Error('unresolved'), { code })))) as unknown as typeof lookup;

describe('what a request that was not answered says', () => {
  const outcomeAt = (url: string, parts: Parameters<typeof createOutward>[0] = {}) =>
    createOutward({ testOrigin: new URL(url).origin, timeoutMs: 500, ...parts })(url, nothing).then(
      () => undefined,
      outcomeOfFailure,
    );

  it('is that the service is down where there is no connection to it', async () => {
    expect(await outcomeAt('http://127.0.0.1:1/')).toEqual({ is: 'down', reason: 'ECONNREFUSED' });
    const unresolved = failingWith('EAI_AGAIN');
    const parts = { testOrigin: undefined, resolve: unresolved };
    expect(await outcomeAt('https://push.example.com/', parts)).toEqual({ is: 'down', reason: 'EAI_AGAIN' });
  });

  it('is nothing of the service where nobody has the name: it may be made up below a listed one', async () => {
    const nobody = failingWith('ENOTFOUND');
    const parts = { testOrigin: undefined, resolve: nobody };
    expect(await outcomeAt('https://x.push.example.com/', parts)).toEqual({
      is: 'failed',
      reason: 'ENOTFOUND',
    });
  });

  it.each([
    ['breaks', 'ECONNRESET'],
    ['never answers', 'Error'],
    ['answers without end', 'Error'],
  ])('is nothing of the service where it %s', async (how, reason) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      if (how === 'breaks') socket.once('data', () => socket.destroy());
      if (how === 'answers without end') socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(50_000)}`);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await outcomeAt(url)).toEqual({ is: 'failed', reason });
  });
});

describe('the known push services', () => {
  const services = createPushServices({
    services: ['fcm.googleapis.com', '*.push.apple.com'],
    testService: 'http://127.0.0.1:9000',
  });

  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', 'fcm.googleapis.com'],
    ['https://web.push.apple.com/QG', '*.push.apple.com'],
    ['https://whatever.somebody.names.push.apple.com/QG', '*.push.apple.com'],
    ['http://127.0.0.1:9000/push/1', '127.0.0.1:9000'],
  ])('take %s', (endpoint, service) => expect(services.serviceOf(endpoint)).toBe(service));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:444/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evil-push.apple.com/a',
    'https://push.apple.com/a',
    'https://x@fcm.googleapis.com/a',
    'https://fcm.googleapis.com@evil.example/a',
    'http://127.0.0.1:9001/a',
    'https://127.0.0.1/a',
    `https://${'a.'.repeat(130)}push.apple.com/a`,
    'nothing',
    '',
  ])('do not take %j', (endpoint) => expect(services.serviceOf(endpoint)).toBeUndefined());
});
