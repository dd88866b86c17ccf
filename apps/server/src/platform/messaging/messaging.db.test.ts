import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { testDatabase } from '@holdfast/testkit';
import { defined, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { redeemFreezeLink } from '#platform/tickets/freeze-link.ts';
import { freshSecrets } from '#testing/personal.ts';
import { createDemoOutbox } from './demo-outbox.ts';
import { deliverDue } from './deliver.ts';
import { createMessages, messageOpener, type NewMessage } from './messages.ts';
import type { MessagePorts } from './port.ts';
import { createSmsPort } from './sms.ts';
import { createSmtpPort } from './smtp.ts';

const database = await testDatabase();
const { db } = database;
const secrets = await freshSecrets(db);
const READER = toMemberId(7n);
const PHRASE = '阿嬤的 綠豆湯';
const messages = createMessages({
  secrets,
  phraseOf: async (_, memberId) => (memberId === READER ? PHRASE : undefined),
  publicUrl: 'https://app.example',
});
const openMessage = messageOpener(secrets);
let logLines: string[] = [];
const log = createLog('debug', { write: (line) => void logLines.push(line) });
const stops: (() => void)[] = [];

beforeEach(() => {
  logLines = [];
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await sql`delete from platform.message`.execute(db);
  await database.setClock('0');
});

/** No six digits: those may stand in an id or a time by chance. */
const CODE = 'canary-904417';
const MAIL = {
  channel: 'mail',
  to: 'chen@mail.example',
  subject: '穩付驗證碼',
  text: `您的驗證碼是 ${CODE}`,
  usefulMinutes: 5,
  reader: undefined,
} as const;
const SMS = { ...MAIL, channel: 'mobile', to: '+886912345678' } as const;

const queue = (message: NewMessage) => inTransaction(db, (tx) => messages.queue(tx, message));
const deliver = (ports: Partial<MessagePorts>) =>
  deliverDue({ db, openMessage, ports: { ...createDemoOutbox().ports, ...ports }, log });

async function rowsLeft(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from platform.message`.execute(db);
  return rows[0]?.n ?? -1;
}

/** The time, when the one message that waits is due, and how far that is ahead of the server's own time. */
async function nextTry(): Promise<{ now: number; due: number; ahead: string }> {
  const { rows } = await sql<{ now: Date; due: Date; ahead: string }>`
    select platform.app_now() as now, due_at as due, (due_at - now())::text as ahead from platform.message`.execute(
    db,
  );
  const { now, due, ahead } = defined(rows[0], 'a message waits');
  return { now: now.getTime(), due: due.getTime(), ahead };
}

interface Received {
  readonly to: string[];
  readonly source: string;
}

/** A mail server as its operator would run it; `refuse` gives the answer to a receiver. It knows no password. */
async function mailServer(refuse?: () => Error | undefined): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('not this password')),
    onRcptTo: (_address, _session, done) => done(refuse?.()),
    onData(stream, session, done) {
      let source = '';
      stream.on('data', (chunk: Buffer) => (source += chunk.toString('utf8')));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map((it) => it.address), source });
        done();
      });
    },
  });
  server.on('error', () => {}); // a client that hangs up is what some of these tests are about
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}

/** Answers as `status` says; undefined for one that says nothing. */
async function httpServer(
  status: (body: Record<string, unknown>, request: IncomingMessage) => number | undefined,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const code = status(await bodyOf(request), request);
    if (code !== undefined) response.writeHead(code, headers).end('no');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

describe('a message', () => {
  it('to a mobile carries no phrase', async () => {
    await queue({ ...SMS, reader: READER });
    const outbox = createDemoOutbox();
    await deliver(outbox.ports);
    expect(outbox.list()).toMatchObject([{ channel: 'mobile', text: SMS.text }]);
  });

  it('exists only if its cause commits', async () => {
    const failing = inTransaction(db, async (tx) => {
      await messages.queue(tx, MAIL);
      throw new Error('the cause fails');
    });
    await expect(failing).rejects.toThrow('the cause fails');
    expect(await rowsLeft()).toBe(0);
  });

  it('is sealed in the queue, and deleted once it is sent', async () => {
    await queue(MAIL);
    const { rows } = await sql<{ row: string }>`
      select m::text || encode(sealed, 'escape') as row from platform.message m`.execute(db);
    expect(rows[0]?.row).not.toMatch(new RegExp(`${CODE}|chen`));
    const outbox = createDemoOutbox();
    expect(await deliver(outbox.ports)).toBe(1);
    expect(outbox.list()).toMatchObject([{ channel: 'mail', to: MAIL.to, text: MAIL.text }]);
    expect(await rowsLeft()).toBe(0);
  });

  it('is sent by one of two workers that claim at once', async () => {
    await queue(MAIL);
    const outbox = createDemoOutbox();
    await Promise.all([deliver(outbox.ports), deliver(outbox.ports)]);
    expect(outbox.list()).toHaveLength(1);
  });

  it('is sent by another worker when the first one dies while sending', async () => {
    await queue(MAIL);
    void deliver({ mail: { send: () => new Promise(() => {}) } });
    await expect
      .poll(async () => (await sql`select 1 from platform.message where tries = 1`.execute(db)).rows)
      .toHaveLength(1);
    const outbox = createDemoOutbox();
    expect(await deliver(outbox.ports)).toBe(0);
    await database.setClock('61 seconds');
    expect(await deliver(outbox.ports)).toBe(1);
    expect(outbox.list()).toHaveLength(1);
  });

  it('for nobody is dropped silently', async () => {
    await queue({ ...SMS, channel: 'nowhere', to: '' });
    const outbox = createDemoOutbox();
    await deliver(outbox.ports);
    expect([outbox.list(), await rowsLeft(), logLines]).toEqual([[], 0, []]);
  });

  it('is retried with back-off, and dropped when it has expired', async () => {
    await queue(MAIL);
    let tried = 0;
    const broken: Partial<MessagePorts> = {
      mail: {
        async send({ text }) {
          tried += 1;
          throw new Error(`connect failed while sending ${text} to ${MAIL.to}`);
        },
      },
    };
    for (const pause of [5, 15, 30, 60, 300]) {
      const before = await nextTry();
      await deliver(broken);
      const { now, due, ahead } = await nextTry();
      // The pause began at some moment between the two looks at the clock.
      expect((due - before.now) / 1000).toBeGreaterThanOrEqual(pause);
      expect((due - now) / 1000).toBeLessThanOrEqual(pause);
      if (pause < 300) await database.setClock(ahead);
    }
    expect(await deliver(broken), 'what is not due is not taken').toBe(0);
    expect(tried).toBe(5);
    await database.setClock('20 minutes');
    await deliver(broken);
    expect([tried, await rowsLeft()]).toEqual([5, 0]);
    const said = logLines.join('');
    expect(said).toContain('expired before it could be sent');
    expect(said).not.toMatch(new RegExp(`${CODE}|chen`));
  });
});

/** What a person reads of a mail. */
function textOf(mail: Received | undefined): string {
  const [, head = '', body = ''] = /^(.*?)\r\n\r\n(.*)$/s.exec(mail?.source ?? '') ?? [];
  const unquoted = () =>
    body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const bytes = /base64/i.test(head) ? Buffer.from(body, 'base64') : Buffer.from(unquoted(), 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd();
}

describe('mail', () => {
  const portTo = (url: string) => createSmtpPort({ url, from: 'no-reply@holdfast.example' });

  it('reaches a real mail server', async () => {
    const { url, received } = await mailServer();
    await queue(MAIL);
    await deliver({ mail: portTo(url) });
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual([MAIL.to]);
    expect(received[0]?.source).toMatch(/^From: no-reply@holdfast\.example/m);
    expect(textOf(received[0])).toBe(MAIL.text);
  });

  it('to a proven address carries the phrase of its member in a line of its own', async () => {
    const { url, received } = await mailServer();
    await queue({ ...MAIL, reader: READER });
    await deliver({ mail: portTo(url) });
    expect(textOf(received[0]).split('\n')).toEqual([MAIL.text, '', expect.stringMatching(`: ${PHRASE}$`)]);
  });

  it('to an address that is nobody’s, or not proven, carries none', async () => {
    const { url, received } = await mailServer();
    await queue({ ...MAIL, reader: toMemberId(8n) });
    await deliver({ mail: portTo(url) });
    expect(textOf(received[0])).toBe(MAIL.text);
  });

  it('carries a link that freezes an account, also for who may not read its phrase', async () => {
    const { url, received } = await mailServer();
    await queue({ ...MAIL, freezes: READER });
    await deliver({ mail: portTo(url) });
    const text = textOf(received[0]);
    expect(text).not.toContain(PHRASE);
    const [, token] = defined(
      /^[^:]*: https:\/\/app\.example\/login#freeze=([\w-]{43})$/m.exec(text),
      'a link',
    );
    expect(await inTransaction(db, (tx) => redeemFreezeLink(tx, token ?? ''))).toBe(READER);
  });

  it('goes to one address, whatever characters it has', async () => {
    const { url, received } = await mailServer();
    await queue({ ...MAIL, to: 'chen@mail.example, all@mail.example' });
    await deliver({ mail: portTo(url) });
    expect(received.flatMap((it) => it.to)).not.toContain('all@mail.example');
  });

  it.each([
    ['tried again', 451, 1],
    ['given up', 550, 0],
  ])('refused by the server is %s (%i)', async (_, responseCode, left) => {
    const refusal = Object.assign(new Error(`no ${MAIL.to} here`), { responseCode });
    const { url } = await mailServer(() => refusal);
    await queue(MAIL);
    await deliver({ mail: portTo(url) });
    expect(await rowsLeft()).toBe(left);
    expect(logLines).toHaveLength(1);
    expect(logLines.join('')).not.toMatch(new RegExp(`${CODE}|chen`));
  });

  it('is retried when the server refuses our sign-in', async () => {
    const { url, received } = await mailServer();
    await queue(MAIL);
    await deliver({ mail: portTo(url.replace('//', '//holdfast:old-password@')) });
    expect([received.length, await rowsLeft()]).toEqual([0, 1]);
    expect(logLines.join('')).toContain('EAUTH');
  });

  it('is retried when the server takes longer than the lease of the message', async () => {
    const silent = createTcpServer((socket) => socket.write('220 mail.example\r\n'));
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    stops.push(() => silent.close());
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await queue(MAIL);
    await deliver({ mail: createSmtpPort({ url, from: 'no-reply@holdfast.example', timeoutMs: 200 }) });
    expect(await rowsLeft()).toBe(1);
    expect(logLines.join('')).toContain('could not be sent');
  });

  it('is retried when nobody listens, and when the server closes the connection', async () => {
    const rude = createTcpServer((socket) => socket.end('421 go away\r\n'));
    await new Promise<void>((resolve) => void rude.listen(0, '127.0.0.1', resolve));
    stops.push(() => rude.close());
    for (const port of [1, (rude.address() as AddressInfo).port]) {
      await queue(MAIL);
      await deliver({ mail: portTo(`smtp://127.0.0.1:${port}`) });
    }
    expect(await rowsLeft()).toBe(2);
  });
});

describe('an SMS', () => {
  const portTo = (url: string, wait?: { timeoutMs: number }) =>
    createSmsPort({ url, token: 'canary-token', ...wait });

  it('is posted with the token, and under one id on every retry', async () => {
    const bodies: Record<string, unknown>[] = [];
    const url = await httpServer((body, request) => {
      bodies.push({ ...body, authorization: request.headers.authorization });
      return bodies.length === 1 ? 503 : 202;
    });
    await queue(SMS);
    await deliver({ mobile: portTo(url) });
    await database.setClock('10 seconds');
    await deliver({ mobile: portTo(url) });
    const posted = { to: SMS.to, text: SMS.text, authorization: 'Bearer canary-token' };
    expect(bodies).toMatchObject([posted, posted]);
    expect(new Set(bodies.map((body) => body['id'])).size).toBe(1);
    expect([await rowsLeft(), logLines.join('').includes('canary')]).toEqual([0, false]);
  });

  it.each([
    [400, 0],
    [422, 0],
    [401, 1],
    [402, 1],
    [404, 1],
    [429, 1],
    [500, 1],
  ])('answered with %i leaves %i message to retry', async (status, left) => {
    const url = await httpServer(() => status);
    await queue(SMS);
    await deliver({ mobile: portTo(url) });
    expect(await rowsLeft()).toBe(left);
  });

  it('does not follow a redirect', async () => {
    let hits = 0;
    const elsewhere = await httpServer(() => {
      hits += 1;
      return 200;
    });
    const url = await httpServer(() => 307, { location: elsewhere });
    await queue(SMS);
    await deliver({ mobile: portTo(url) });
    expect([hits, await rowsLeft()]).toEqual([0, 1]);
  });

  it('is retried when the gateway does not answer', async () => {
    const url = await httpServer(() => undefined);
    await queue(SMS);
    await deliver({ mobile: portTo(url, { timeoutMs: 200 }) });
    expect(await rowsLeft()).toBe(1);
    expect(logLines.join('')).toContain('could not be sent');
  });
});
