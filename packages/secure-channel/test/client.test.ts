import { beforeEach, describe, expect, it } from 'vitest';
import { ChannelError } from '../src/channel-error.ts';
import { ChannelClient, parseRetryAfter, type ChannelPorts, type PostResult } from '../src/client.ts';
import { nodePrimitives } from '../src/primitives/node.ts';
import {
  createChannelServer,
  loadServerKey,
  makeServerKey,
  makeTicketKey,
  ticketEpoch,
  type ChannelServer,
} from '../node.ts';
import type { Endpoint } from '../src/limits.ts';
import { bytesOf, CALL, DEVICE, flipBit, NOW, textOf } from './support.ts';

const CURRENT = makeServerKey(1);
const NEXT = makeServerKey(2);
const STRANGER = makeServerKey(1);

type Reply = (endpoint: string, body: string) => Promise<PostResult> | PostResult | undefined;

/** A server, a clock that only moves when somebody sleeps, and a wire on which a test can put its own answers. */
class Bench implements ChannelPorts {
  clock = NOW;
  serverAhead = 0;
  readonly posts: { endpoint: string; body: string; at: number }[] = [];
  /** Asked before the server, in turn; undefined passes the post on. */
  readonly script: Reply[] = [];
  readonly rids: (string | undefined)[] = [];
  readonly seqs: bigint[] = [];
  server: ChannelServer = this.restart();

  restart(keys = [CURRENT, NEXT]): ChannelServer {
    this.server = createChannelServer({
      serverKeys: keys.map((key) => loadServerKey(key)),
      exchanges: { threads: 0, waiting: 0 },
    });
    const epoch = ticketEpoch(NOW);
    this.server.setTicketKeys(new Map([-1, 0, 1, 2, 72].map((hour) => [epoch + hour, makeTicketKey()])));
    return this.server;
  }

  now(): number {
    return this.clock;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    // A timeout never comes in these tests unless the post itself waits for it.
    if (ms === 30_000)
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    else this.clock += ms;
  }

  async post(endpoint: string, body: string): Promise<PostResult> {
    this.posts.push({ endpoint, body, at: this.clock });
    const scripted = await this.script.shift()?.(endpoint, body);
    return scripted ?? this.serve(endpoint, body);
  }

  async serve(endpoint: string, body: string): Promise<PostResult> {
    const now = this.clock + this.serverAhead;
    if (endpoint === '/proxyconfig') {
      const answer = await this.server.answerExchange(body, now);
      return answer.kind === 'busy'
        ? { status: 503, text: '', retryAfter: '1' }
        : { status: 200, text: answer.text };
    }
    const outcome = this.server.openRequest({ endpoint: endpoint as Endpoint, body, now });
    if (outcome.kind !== 'opened') return { status: 200, text: outcome.text };
    this.rids.push(outcome.request.rid);
    this.seqs.push(outcome.request.seq);
    return { status: 200, text: this.server.sealAnswer(outcome.request, { now, body: '{"errorCode":0}' }) };
  }

  client(pins = [CURRENT, NEXT]): ChannelClient {
    return new ChannelClient({ pins, device: DEVICE, ports: this, primitives: nodePrimitives });
  }

  get endpoints(): string[] {
    return this.posts.map(({ endpoint }) => endpoint);
  }
}

const pass: Reply = () => undefined;
const text =
  (said: string): Reply =>
  () => ({ status: 200, text: said });

async function failureOf(work: Promise<unknown>): Promise<ChannelError> {
  const error = await work.then(
    () => expect.fail('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ChannelError)) throw error;
  return error;
}

const facts = ({ kind, localCode, sealed, outcomeUnknown, transmissions }: ChannelError) => ({
  kind,
  localCode,
  sealed,
  outcomeUnknown,
  transmissions,
});

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});

describe('a call', () => {
  it('exchanges once and carries request and answer', async () => {
    expect(await bench.client().call(CALL)).toEqual({
      body: '{"errorCode":0}',
      serverTime: NOW,
      transmissions: 1,
    });
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxypost']);
  });

  it('shares one exchange with all calls that wait for it, and every one gets a number of its own (A22)', async () => {
    const client = bench.client();
    await Promise.all(Array.from({ length: 100 }, () => client.call(CALL)));
    expect(bench.endpoints.filter((endpoint) => endpoint === '/proxyconfig')).toHaveLength(1);
    expect(new Set(bench.seqs).size).toBe(100);
  });

  it('refuses to be built for a pin or device that is none', () => {
    expect(() => bench.client([{ ...CURRENT, publicKey: '05'.repeat(33) }])).toThrow(RangeError);
  });
});

describe('ERROR001', () => {
  it('pauses a second, exchanges and sends the call once more with the same RID and a new number (A10)', async () => {
    const client = bench.client();
    await client.prepare();
    // The answer to a command that was carried out is replaced on the way.
    bench.script.push(async (endpoint, body) => ({
      ...(await bench.serve(endpoint, body)),
      text: 'ERROR001',
    }));
    expect(await client.call(CALL)).toMatchObject({ transmissions: 2 });
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxypost', '/proxyconfig', '/proxypost']);
    expect(bench.posts.map(({ at }) => at - NOW)).toEqual([0, 0, 1_000, 1_000]);
    expect(bench.rids).toEqual([CALL.rid, CALL.rid]);
    expect(bench.posts[1]?.body).not.toBe(bench.posts[3]?.body);
  });

  it('a second time is given up as unstable, outcome unknown', async () => {
    bench.script.push(pass, text('ERROR001'), pass, text('ERROR001'));
    expect(facts(await failureOf(bench.client().call(CALL)))).toEqual({
      kind: 'unstable',
      localCode: '001',
      sealed: false,
      outcomeUnknown: true,
      transmissions: 2,
    });
  });

  it('for many calls at once leads to one pause and one exchange', async () => {
    const client = bench.client();
    await client.prepare();
    bench.restart();
    await Promise.all(Array.from({ length: 20 }, () => client.call(CALL)));
    expect(bench.endpoints.filter((endpoint) => endpoint === '/proxyconfig')).toHaveLength(2);
    expect(bench.clock).toBe(NOW + 1_000);
  });

  it('after an exchange that fails keeps the outcome unknown, for the first transmission may have worked', async () => {
    const offline: Reply = () => Promise.reject(new Error('offline'));
    bench.script.push(pass, text('ERROR001'), offline);
    const error = await failureOf(bench.client().call(CALL));
    expect(facts(error)).toMatchObject({ kind: 'network', outcomeUnknown: true, transmissions: 1 });
    expect(error.endpoint).toBe('/proxyconfig');
  });
});

describe('other errors', () => {
  it.each(['002', '003'] as const)(
    'plain ERROR%s is not sent again and leaves the outcome unknown (A11)',
    async (code) => {
      bench.script.push(pass, text(`ERROR${code}`));
      expect(facts(await failureOf(bench.client().call(CALL)))).toMatchObject({
        kind: 'unstable',
        localCode: code,
        sealed: false,
        outcomeUnknown: true,
        transmissions: 1,
      });
      expect(bench.endpoints).toHaveLength(2);
    },
  );

  it.each([
    ['ERROR002', '002'],
    ['ERROR003', '003'],
  ] as const)(
    'sealed %s is final for this try (%s), and its outcome unknown: an earlier one may have arrived',
    async (said, localCode) => {
      bench.script.push(pass, (endpoint, body) => {
        const outcome = bench.server.openRequest({ endpoint: endpoint as Endpoint, body, now: NOW });
        if (outcome.kind !== 'opened') return { status: 200, text: outcome.text };
        return { status: 200, text: bench.server.sealError(outcome.request, said) };
      });
      const error = await failureOf(bench.client().call(CALL));
      expect(facts(error)).toMatchObject({
        kind: 'unstable',
        localCode,
        sealed: true,
        outcomeUnknown: true,
        transmissions: 1,
      });
    },
  );

  it.each(['', '<html>captive portal</html>', 'AAAA', '{"errorCode":0}', 'error001', '\uFEFFERROR001'])(
    'a body that is neither ERROR nor opens (%j) is a network error (A11)',
    async (said) => {
      bench.script.push(pass, text(said));
      const error = await failureOf(bench.client().call(CALL));
      expect(facts(error)).toMatchObject({ kind: 'network', localCode: undefined, outcomeUnknown: true });
      expect(error.message).toBe('network at /proxypost');
    },
  );

  it('ERROR with a number nobody knows is unstable without a local message', async () => {
    bench.script.push(pass, text('ERROR999'));
    expect(facts(await failureOf(bench.client().call(CALL)))).toMatchObject({
      kind: 'unstable',
      localCode: undefined,
    });
  });

  it('another status than 200 is told with its number and endpoint', async () => {
    bench.script.push(pass, () => ({ status: 502, text: 'Bad Gateway' }));
    const error = await failureOf(bench.client().call(CALL));
    expect([error.kind, error.status, error.endpoint, error.outcomeUnknown]).toEqual([
      'http-status',
      502,
      '/proxypost',
      true,
    ]);
  });

  it('no connection is a network error with the cause behind it', async () => {
    const cause = new TypeError('fetch failed');
    bench.script.push(pass, () => Promise.reject(cause));
    const error = await failureOf(bench.client().call(CALL));
    expect([error.kind, error.cause, error.outcomeUnknown]).toEqual(['network', cause, true]);
  });

  it('before anything was sent leaves nothing unknown', async () => {
    bench.script.push(() => Promise.reject(new Error('offline')));
    expect(facts(await failureOf(bench.client().call(CALL)))).toMatchObject({
      kind: 'network',
      outcomeUnknown: false,
    });
  });
});

describe('503', () => {
  it('with Retry-After waits and sends once more with the same RID', async () => {
    bench.script.push(pass, () => ({ status: 503, text: '', retryAfter: '3' }));
    expect(await bench.client().call(CALL)).toMatchObject({ transmissions: 2 });
    expect(bench.clock).toBe(NOW + 3_000);
    expect([bench.rids, bench.seqs]).toEqual([[CALL.rid], [2n]]);
  });

  it('a second time, without Retry-After, or asking for more than 30 seconds is told as a status', async () => {
    for (const replies of [
      [
        { status: 503, text: '', retryAfter: '1' },
        { status: 503, text: '', retryAfter: '1' },
      ],
      [{ status: 503, text: '' }],
      [{ status: 503, text: '', retryAfter: '31' }],
    ]) {
      const fresh = new Bench();
      fresh.script.push(pass, ...replies.map((reply) => () => reply));
      expect(await failureOf(fresh.client().call(CALL))).toMatchObject({
        kind: 'http-status',
        status: 503,
        outcomeUnknown: true,
      });
    }
  });

  it('at the exchange waits and tries once more', async () => {
    bench.script.push(() => ({ status: 503, text: '', retryAfter: '2' }));
    expect(await bench.client().call(CALL)).toMatchObject({ transmissions: 1 });
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxyconfig', '/proxypost']);
  });

  it.each([
    ['0', 0],
    ['30', 30_000],
    ['31', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
    [' 1', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('reads Retry-After %j as %s ms', (header, ms) => expect(parseRetryAfter(header)).toBe(ms));
});

describe('giving up', () => {
  /** A wire that never answers the call, and waits that a test ends by hand. */
  function stall(): { ports: ChannelPorts; expire: () => void; posted: Promise<void> } {
    let expire = (): void => undefined;
    let post = (): void => undefined;
    const posted = new Promise<void>((resolve) => {
      post = resolve;
    });
    const ports: ChannelPorts = {
      now: () => bench.now(),
      post(endpoint, body) {
        if (endpoint === '/proxyconfig') return bench.post(endpoint, body);
        post();
        return new Promise(() => undefined);
      },
      sleep: (_, signal) =>
        new Promise<void>((resolve) => {
          expire = resolve;
          signal?.addEventListener('abort', () => resolve());
        }),
    };
    return { ports, expire: () => expire(), posted };
  }
  const clientOver = (ports: ChannelPorts) =>
    new ChannelClient({ pins: [CURRENT], device: DEVICE, ports, primitives: nodePrimitives });

  it('after 30 seconds without an answer is a timeout with unknown outcome', async () => {
    const { ports, expire, posted } = stall();
    const failed = failureOf(clientOver(ports).call(CALL));
    await posted;
    expire();
    expect(facts(await failed)).toMatchObject({ kind: 'timeout', outcomeUnknown: true, transmissions: 1 });
  });

  it('by the caller ends the call at once and tells whether it had left', async () => {
    const { ports, posted } = stall();
    const controller = new AbortController();
    const failed = failureOf(clientOver(ports).call(CALL, controller.signal));
    await posted;
    controller.abort();
    expect(facts(await failed)).toMatchObject({ kind: 'aborted', outcomeUnknown: true });
    const before = await failureOf(clientOver(ports).call(CALL, AbortSignal.abort()));
    expect(facts(before)).toMatchObject({ kind: 'aborted', outcomeUnknown: false, transmissions: 0 });
  });
});

describe('the exchange', () => {
  it('tries the other pin once after ERROR003, and asks the one that worked first from then on', async () => {
    bench.restart([NEXT]);
    const client = bench.client();
    await client.call(CALL);
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxyconfig', '/proxypost']);
    bench.clock += 3_600_001;
    await client.call(CALL);
    expect(bench.endpoints.slice(3)).toEqual(['/proxyconfig', '/proxypost']);
  });

  it('refuses a server that holds neither key: nothing is sent without a pin (A8)', async () => {
    bench.restart([STRANGER]);
    expect(facts(await failureOf(bench.client().call(CALL)))).toMatchObject({
      kind: 'unstable',
      localCode: '003',
    });
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxyconfig']);
  });

  it('refuses an answer that the holder of the pinned key did not make, and does not fall back (A8)', async () => {
    bench.script.push(async (endpoint, body) => {
      const { text: true_ } = await bench.serve(endpoint, body);
      return { status: 200, text: textOf(flipBit(bytesOf(true_), 8 * 40)) };
    });
    expect(facts(await failureOf(bench.client().call(CALL)))).toMatchObject({
      kind: 'network',
      transmissions: 0,
    });
    expect(bench.endpoints).toEqual(['/proxyconfig']);
  });

  it('sets the clock by the server: a device three days off is served at once (A13)', async () => {
    bench.serverAhead = 3 * 86_400_000;
    const client = bench.client();
    expect(await client.call(CALL)).toMatchObject({ transmissions: 1 });
    expect(client.serverNow()).toBe(NOW + bench.serverAhead);
  });

  it('heals a clock that jumps back in the middle of a session (A13)', async () => {
    const client = bench.client();
    await client.call(CALL);
    bench.clock -= 600_000;
    bench.serverAhead = 600_000;
    expect(await client.call(CALL)).toMatchObject({ transmissions: 2 });
    expect(client.serverNow()).toBe(bench.clock + bench.serverAhead);
  });

  it('is made ahead of time in the last five minutes, while the present session still serves', async () => {
    const client = bench.client();
    await client.prepare();
    bench.clock = NOW + 3_300_000 - 1;
    await client.call(CALL);
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxypost']);
    bench.clock += 1;
    bench.script.push(() => Promise.reject(new Error('offline')));
    await client.call(CALL);
    await client.call(CALL);
    expect(bench.endpoints.filter((endpoint) => endpoint === '/proxyconfig').length).toBeGreaterThanOrEqual(
      2,
    );
    expect(bench.rids).toHaveLength(3);
  });

  it('is made before the call when the session is over', async () => {
    const client = bench.client();
    await client.prepare();
    bench.clock = NOW + 3_600_000;
    expect(await client.call(CALL)).toMatchObject({ transmissions: 1 });
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxyconfig', '/proxypost']);
  });
});

describe('forgetting', () => {
  it('drops the session, so that the next call exchanges anew', async () => {
    const client = bench.client();
    await client.call(CALL);
    client.forget();
    await client.call(CALL);
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxypost', '/proxyconfig', '/proxypost']);
  });

  it('throws away an exchange that was under way', async () => {
    const client = bench.client();
    const failed = failureOf(client.call(CALL));
    client.forget();
    expect(facts(await failed)).toMatchObject({ kind: 'aborted', outcomeUnknown: false });
  });
});

describe('a stream', () => {
  it('is sealed like a read, and its frames open in order', async () => {
    const stream = await bench
      .client()
      .prepareStream({ bUrl: '/member/stream/alice01', pairs: { active: '1' } });
    const outcome = bench.server.openRequest({ ...stream, now: NOW });
    if (outcome.kind !== 'opened') throw new Error(outcome.text);
    expect([outcome.request.method, stream.expiresAt]).toEqual(['GET', NOW + 3_600_000]);
    const frames = bench.server.openStream(outcome.request);
    const [first, second] = ['{"type":"heartbeat"}', '{"type":"ended"}'].map((body) =>
      frames.seal({ now: NOW, body }),
    );
    expect(await stream.openFrame(first ?? '')).toMatchObject({ body: '{"type":"heartbeat"}' });
    expect(await stream.openFrame(second ?? '')).toMatchObject({ body: '{"type":"ended"}' });
  });

  it('refused with ERROR001 renews the session after the pause', async () => {
    const client = bench.client();
    const stream = await client.prepareStream({ bUrl: '/member/stream/alice01' });
    await stream.renew();
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxyconfig']);
    expect(bench.clock).toBe(NOW + 1_000);
  });

  it('of a session that has been replaced since leaves the new one alone', async () => {
    const stream = await bench.client().prepareStream({ bUrl: '/member/stream/alice01' });
    await stream.renew();
    await stream.renew();
    expect(bench.endpoints).toEqual(['/proxyconfig', '/proxyconfig']);
  });
});
