import { describe, expect, test } from 'vitest';
import { createLivePorts } from './live-web.ts';

type Ports = Parameters<typeof createLivePorts>[0];

/** A server that answers the attempts one after the other; `sealed` opens only what begins with a brace. */
interface Answer {
  contentType?: string;
  text: string;
  /** It says nothing more after that, and does not end. */
  isSilent?: boolean;
  onEnd?: () => void;
}

function answering(...answers: Answer[]) {
  const renewed: number[] = [];
  let asked = 0;
  const request = {
    endpoint: '/proxystream',
    body: '',
    expiresAt: 0,
    open: async (text: string) =>
      text.startsWith('{') ? { kind: 'body' as const, body: text, serverTime: 0 } : undefined,
    openFrame: async (data: string) => ({ kind: 'body' as const, body: data, serverTime: 0 }),
    renew: async () => void renewed.push(asked),
  };
  async function* chunksOf({ text, isSilent }: Answer) {
    // As a network cuts them.
    yield text.slice(0, 3);
    yield text.slice(3);
    if (isSilent) await new Promise(() => {});
  }
  const ports = createLivePorts({
    channel: {
      client: () => ({ prepareStream: async () => request }),
      sessionProof: async () => 'checksum',
    } as unknown as Ports['channel'],
    network: {
      openStream: async (_endpoint, _body, signal) => {
        const answer = answers[asked] ?? { text: '' };
        asked += 1;
        signal.addEventListener('abort', () => answer.onEnd?.());
        return { status: 200, contentType: answer.contentType ?? 'text/plain', chunks: chunksOf(answer) };
      },
    },
    session: {
      read: () => ({ login: { account: 'amberlin88', uid: '1' }, vehicle: { device: '00112233445566ff' } }),
      token: async () => 'token',
    } as unknown as Ports['session'],
    silentMs: 50,
  });
  const framesOf = async () => {
    const { frames } = await ports.open(new AbortController().signal);
    const bodies: unknown[] = [];
    for await (const body of frames) bodies.push(JSON.parse(body));
    return bodies;
  };
  return { framesOf, renewed, asked: () => asked };
}

const stream = { contentType: 'text/event-stream; charset=utf-8', text: 'data: {"type":"heartbeat"}\n\n' };
const refusal = (errorCode: number, data: object = {}) => ({ text: JSON.stringify({ errorCode, data }) });

describe('the stream over the channel', () => {
  test('opens at once in a new channel where the server no longer takes the old one', async () => {
    const { framesOf, renewed } = answering({ text: 'ERROR001' }, stream);
    expect(await framesOf()).toEqual([{ type: 'heartbeat' }]);
    expect(renewed).toEqual([1]);
  });

  test('makes one exchange for an attempt, however often the server wants one', async () => {
    const { framesOf, renewed } = answering({ text: 'ERROR001' }, { text: 'ERROR001' }, stream);
    await expect(framesOf()).rejects.toThrow('CONNECTION_UNSTABLE');
    expect(renewed).toEqual([1]);
  });

  test('ends a stream that says nothing for longer than the server is ever silent', async () => {
    let isEnded = false;
    const { framesOf } = answering({ ...stream, isSilent: true, onEnd: () => (isEnded = true) });
    expect(await framesOf()).toEqual([{ type: 'heartbeat' }]);
    expect(isEnded).toBe(true);
  });

  test('tells of a session that ended while it was away, as if it had ended under its eyes', async () => {
    const { framesOf } = answering(refusal(10301, { reason: 'freeze' }));
    expect(await framesOf()).toEqual([{ type: 'ended', errorCode: 10301, data: { reason: 'freeze' } }]);
    expect(await answering(refusal(10202)).framesOf()).toEqual([
      { type: 'ended', errorCode: 10202, data: {} },
    ]);
  });

  test('fails with any other refusal, that of a renewed token too, and exchanges no keys for it', async () => {
    for (const answer of [refusal(10315, { renewed: true }), refusal(11002), { text: 'ERROR003' }]) {
      const { framesOf, renewed } = answering(answer);
      await expect(framesOf()).rejects.toThrow('CONNECTION_UNSTABLE');
      expect(renewed).toEqual([]);
    }
  });
});
