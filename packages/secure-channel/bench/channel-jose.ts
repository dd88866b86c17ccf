/**
 * `npm run bench:channel`, the cases that need no server: 500 bytes sealed into a text and opened again in a session that stands, against
 * libraries that agree on a key anew for each message. Both sides go from bytes to bytes by way of a text, one message at a time, in
 * turn, and the median of the rounds counts. `jose-request` is reported beside them: the same against a whole request, up to its parsed
 * pairs (ticket, window, device, grammar).
 */
import { CompactEncrypt, compactDecrypt, generateKeyPair } from 'jose';
import { decrypt, encrypt, PrivateKey } from 'eciesjs';
import {
  beginNodeExchange,
  createChannelServer,
  loadServerKey,
  makeDevice,
  makeServerKey,
  makeTicketKey,
  ticketEpoch,
} from '../node.ts';

const ROUNDS = 7;
const ROUND_MS = 400;
const TEXT = 'x'.repeat(500);

type Work = () => unknown;

/** Round trips per second over one round. */
async function measure(work: Work): Promise<number> {
  let done = 0;
  const begun = performance.now();
  let passed = 0;
  while (passed < ROUND_MS) {
    await work();
    done += 1;
    passed = performance.now() - begun;
  }
  return (done / passed) * 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

async function compare(name: string, ours: Work, reference: Work): Promise<void> {
  await measure(ours);
  await measure(reference);
  const rounds: { ours: number; reference: number }[] = [];
  while (rounds.length < ROUNDS)
    rounds.push({ ours: await measure(ours), reference: await measure(reference) });
  const [own, other] = [
    median(rounds.map((round) => round.ours)),
    median(rounds.map((round) => round.reference)),
  ];
  const ratio = median(rounds.map((round) => round.ours / round.reference));
  const line = {
    ratio: Number(ratio.toFixed(2)),
    ours: Math.round(own),
    reference: Math.round(other),
    unit: 'round trips/s',
  };
  process.stdout.write(`${JSON.stringify({ bench: 'channel', case: name, ...line })}\n`);
}

async function channel(): Promise<{ message: Work; request: Work }> {
  const key = makeServerKey(1);
  const server = createChannelServer({
    serverKeys: [loadServerKey(key)],
    exchanges: { threads: 0, waiting: 0 },
  });
  const now = Date.now();
  server.setTicketKeys(new Map([[ticketEpoch(now), makeTicketKey()]]));
  const exchange = beginNodeExchange({ pin: key, device: makeDevice(), now });
  const answer = await server.answerExchange(exchange.body, now);
  if (answer.kind !== 'answered') throw new Error(`the exchange was ${answer.kind}`);
  const session = exchange.finish(answer.text, { sentAt: now, receivedAt: now });
  if (!session) throw new Error('the exchange does not open');
  const call = () =>
    session.sealRequest({ endpoint: '/proxypost', bUrl: '/member/login', pairs: { text: TEXT }, now });
  const take = (body: string) => {
    const outcome = server.openRequest({ endpoint: '/proxypost', body, now });
    if (outcome.kind !== 'opened') throw new Error(`the request was ${outcome.kind}`);
    return outcome.request;
  };
  const held = call();
  const request = take(held.body);
  return {
    message() {
      const opened = held.open(server.sealAnswer(request, { now, body: TEXT }));
      if (opened?.kind !== 'body' || opened.body !== TEXT) throw new Error('another text came back');
    },
    request() {
      if (take(call().body).pairs.get('text') !== TEXT) throw new Error('another text came back');
    },
  };
}

async function jose(): Promise<Work> {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
  const plain = new TextEncoder().encode(TEXT);
  const header = { alg: 'ECDH-ES', enc: 'A256CBC-HS512' };
  return async () => {
    const sealed = await new CompactEncrypt(plain).setProtectedHeader(header).encrypt(publicKey);
    const { plaintext } = await compactDecrypt(sealed, privateKey);
    if (plaintext.length !== plain.length) throw new Error('another text came back');
  };
}

function ecies(): Work {
  const key = new PrivateKey();
  const publicKey = key.publicKey.toBytes();
  const plain = new TextEncoder().encode(TEXT);
  return () => {
    if (decrypt(key.secret, encrypt(publicKey, plain)).length !== plain.length)
      throw new Error('another text came back');
  };
}

const { message, request } = await channel();
const reference = await jose();
await compare('jose', message, reference);
await compare('eciesjs', message, ecies());
await compare('jose-request', request, reference);
