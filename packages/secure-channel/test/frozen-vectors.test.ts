import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import { nodePrimitives } from '../src/primitives/node.ts';
import { openRequest } from '../src/server-request.ts';
import { SessionMemory } from '../src/sessions.ts';
import { BACKENDS, hex, opened, run } from './support.ts';
import {
  parseCases,
  playCall,
  playSession,
  readTexts,
  wholeOrHash,
  type PlayedSession,
} from './vectors/play.ts';

const { sessions, calls } = parseCases(readFileSync(new URL('./vectors/wp1.jsonl', import.meta.url), 'utf8'));

describe('the frozen vectors', () => {
  it('are two hundred cases at least', () => {
    expect(sessions.length + calls.length).toBeGreaterThanOrEqual(200);
  });

  it('hold shared secrets that begin with a zero byte, in either agreement and in both', () => {
    const p = nodePrimitives;
    const startsWithZero = (secret: Uint8Array | undefined): string => (secret?.[0] === 0 ? '0' : 'x');
    const kinds = sessions.map(({ inputs }) => {
      const client = p.keyPairOf(hex(inputs.clientPrivate));
      const peers = [inputs.serverPrivate, inputs.ephemeralPrivate].map((scalar) => p.keyPairOf(hex(scalar)));
      return peers.map((peer) => startsWithZero(client?.agree(defined(peer, 'a scalar').point))).join('');
    });
    expect(new Set(kinds)).toEqual(new Set(['xx', '0x', 'x0', '00']));
  });
});

describe.each(BACKENDS)('the frozen vectors over %s', { timeout: 60_000 }, (_, p) => {
  let played: PlayedSession[] = [];

  beforeAll(async () => {
    played = await Promise.all(sessions.map(({ inputs, answer }) => playSession(p, inputs, answer)));
  });

  it('gives every exchange byte for byte and opens it', () => {
    expect(played.map(({ texts }) => texts)).toEqual(sessions.map(({ body, answer }) => ({ body, answer })));
    expect(played.map(({ keys }) => keys.expiresAt)).toEqual(
      sessions.map(({ inputs }) => inputs.serverNow + 3_600_000),
    );
  });

  it.each(calls.map((call) => [call.name, call] as const))(
    'gives %s byte for byte and opens it',
    async (_, call) => {
      const { inputs, body, texts } = call;
      const session = defined(played[inputs.session], 'a call has its session');
      const again = await playCall(p, { session, inputs });
      expect(wholeOrHash(again.body)).toBe(body);
      expect(again.texts).toEqual(texts);

      const memory = new SessionMemory(1);
      memory.setTicketKeys(new Map([[session.ticketKey.epoch, session.ticketKey.key]]));
      const { endpoint, sentAt, rid, pairs, bUrl, answer } = inputs;
      const context = { memory, now: sentAt, isRevoked: () => false };
      const request = await opened(run(openRequest(p, context, { endpoint, body: again.body })));
      expect({ rid: request.rid, bUrl: request.bUrl, seq: String(request.seq) }).toEqual({
        rid,
        bUrl,
        seq: inputs.seq,
      });
      expect([...request.pairs]).toEqual(Object.entries(pairs));
      expect(request.reply.context).toEqual(again.reply.context);

      const error = endpoint === '/proxystream' ? undefined : answer.error;
      const said = error
        ? { kind: 'error', error }
        : { kind: 'body', serverTime: answer.now, body: answer.body };
      expect(await readTexts(p, { endpoint, reply: again.reply, texts })).toEqual(texts.map(() => said));
    },
  );
});
