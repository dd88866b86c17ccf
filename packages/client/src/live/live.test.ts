import { describe, expect, test } from 'vitest';
import { followLive, openFrames, type LivePorts, type LiveTopics } from './live.ts';

const TOPICS: LiveTopics = { listings: ['/listing/mine'], orders: ['/order/list', '/order/detail'] };

async function* stream(...bodies: object[]): AsyncGenerator<string> {
  for (const body of bodies) yield JSON.stringify(body);
}

/** Streams one after the other, then an end; records the pauses between them. */
function scripted(streams: (AsyncIterable<string> | Error)[]) {
  const stop = new AbortController();
  const pauses: number[] = [];
  const ports: LivePorts = {
    open: async () => {
      const next = streams.shift();
      if (next instanceof Error) throw next;
      if (!next) {
        stop.abort();
        throw new Error('over');
      }
      return { frames: next };
    },
    sleep: async (ms) => void pauses.push(ms),
    spread: () => 1,
  };
  const changed: (readonly string[])[] = [];
  const ended: number[] = [];
  const inbox: string[] = [];
  const listener = {
    onOpened: (lastSeq: string) => void inbox.push(lastSeq),
    onInbox: () => void inbox.push('news'),
    onChanged: (paths: readonly string[]) => void changed.push(paths),
    onEnded: (code: number) => void ended.push(code),
  };
  return { ports, listener, changed, ended, inbox, pauses, stop };
}

describe('the live stream', () => {
  test('asks for everything when it opens, because what came before it is unknown', async () => {
    const { ports, listener, changed, stop } = scripted([stream({ type: 'opened', lastSeq: '0' })]);
    await followLive(ports, { listener, topics: TOPICS }, stop.signal);
    expect(changed).toEqual([Object.values(TOPICS).flat()]);
  });

  test('asks for what a hint names, and passes over hints it does not know', async () => {
    const hints = { type: 'changed', what: ['listings', 'constructor', 'weather'] };
    const { ports, listener, changed, stop } = scripted([
      stream(hints, { type: 'heartbeat' }, { type: 'new' }),
    ]);
    await followLive(ports, { listener, topics: TOPICS }, stop.signal);
    expect(changed).toEqual([['/listing/mine']]);
  });

  test('says that nothing is told while there is no stream, also when none could be opened', async () => {
    const told: string[] = [];
    const { ports, listener, stop } = scripted([stream({ type: 'opened' }), new Error('no network')]);
    const heard = {
      ...listener,
      onChanged: () => void told.push('opened'),
      onLost: () => void told.push('lost'),
    };
    await followLive(ports, { listener: heard, topics: TOPICS }, stop.signal);
    expect(told).toEqual(['opened', 'lost', 'lost']);
  });

  test('tells where the inbox ends when it opens, and of news in it; of a number that is none, nothing', async () => {
    const { ports, listener, inbox, stop } = scripted([
      stream(
        { type: 'opened', lastSeq: '7' },
        { type: 'inbox', rows: [] },
        { type: 'opened', lastSeq: '-1' },
      ),
    ]);
    await followLive(ports, { listener, topics: TOPICS }, stop.signal);
    expect(inbox).toEqual(['7', 'news']);
  });

  test('comes back after a failure with a longer pause each time, and starts over once it stood', async () => {
    const { ports, listener, pauses, stop } = scripted([
      new Error('no network'),
      new Error('no network'),
      stream({ type: 'heartbeat' }),
    ]);
    await followLive(ports, { listener, topics: TOPICS }, stop.signal);
    expect(pauses).toEqual([1000, 2000, 1000]);
  });

  test('does not come back after the server ended it', async () => {
    const ended = { type: 'ended', errorCode: 10301, data: { reason: 'takeover' } };
    const run = scripted([stream(ended), stream({ type: 'opened' })]);
    await followLive(run.ports, { listener: run.listener, topics: TOPICS }, run.stop.signal);
    expect(run.ended).toEqual([10301]);
    expect(run.changed).toEqual([]);
  });

  test('ends at a frame that does not open', async () => {
    async function* chunks() {
      yield 'data: good\n\ndata: bad\n\ndata: good\n\n';
    }
    const bodies: string[] = [];
    for await (const body of openFrames(chunks(), async (data) => (data === 'good' ? '{}' : undefined)))
      bodies.push(body);
    expect(bodies).toEqual(['{}']);
  });
});
