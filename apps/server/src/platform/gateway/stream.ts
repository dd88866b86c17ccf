import { Readable } from 'node:stream';
import { fail } from '@holdfast/contract/errors';
import type { Clock, MemberId } from '@holdfast/kernel';
import type { ChannelServer, OpenedRequest } from '@holdfast/secure-channel/node';
import type { Hub } from '#platform/live/hub.ts';
import { readsPerMinute, type Limiter } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import type { Topic } from '#platform/outbox/outbox.store.ts';
import type { Origin, Session } from './call-table.ts';
import type { Guards } from './guards.ts';
import { endsSession, errorBody, replyOf } from './reply.ts';
import { findRoute } from './router.ts';

/**
 * Live streams: server-sent events whose data are sealed frames. They carry inbox rows and hints that something changed. Delivery is not
 * guaranteed: a client that misses a frame reads its inbox.
 */

const HEARTBEAT_MS = 15_000;
/** Backpressure limit: a slower reader is disconnected. It reconnects and reads what it missed. */
const BUFFER_BYTES_MAX = 256 * 1024;
/** Streams of one member at once, for tabs. One more ends the oldest, which would otherwise hold a socket for up to an hour. */
const STREAMS_MAX = 8;
const OPENINGS = readsPerMinute(60);

export interface StreamSource {
  /** The newest sequence number of a member's inbox. */
  lastInboxSeq(memberId: MemberId): Promise<bigint>;
  /** A page of inbox rows after `seq`, oldest first, as the contract has them. */
  inboxAfter(
    memberId: MemberId,
    seq: bigint,
  ): Promise<{ rows: readonly object[]; lastSeq: bigint; more: boolean }>;
}

export type StreamOpening = { kind: 'opened'; events: Readable } | { kind: 'refused'; body: string };

export interface StreamServer {
  open(request: OpenedRequest, origin: Origin): Promise<StreamOpening>;
  /** Ends every stream at a shutdown. */
  stop(): void;
}

export interface StreamParts {
  readonly channel: ChannelServer;
  readonly guards: Pick<Guards, 'findSession'>;
  readonly hub: Hub;
  readonly source: StreamSource;
  readonly limiter: Limiter;
  readonly maintenanceUntil: () => Date | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export function createStreamServer(parts: StreamParts): StreamServer {
  const { guards, limiter, log } = parts;
  // Oldest first, per member.
  const live = new Map<MemberId, Set<() => void>>();
  let stopped = false;

  async function authorise(request: OpenedRequest): Promise<Session> {
    const route = findRoute('GET', request.bUrl);
    if (route?.call.kind !== 'stream') throw fail('CALL_UNKNOWN');
    if (!route.call.who.includes('self')) throw fail('ROLE_NOT_ALLOWED');
    const until = parts.maintenanceUntil();
    if (until) throw fail('MAINTENANCE', { until: until.toISOString() });
    const session = await guards.findSession(proofOf(request));
    await limiter.consume(route.path, OPENINGS, `member:${session.memberId}`);
    if (route.params['account'] !== session.account) throw fail('MEMBER_NOT_FOUND');
    return session;
  }

  /** Registers how to end a stream; returns a function that unregisters it. */
  function register(memberId: MemberId, end: () => void): () => void {
    const ends = live.get(memberId) ?? new Set();
    live.set(memberId, ends.add(end));
    const [oldest] = ends;
    if (ends.size > STREAMS_MAX) oldest?.();
    return () => {
      ends.delete(end);
      if (ends.size === 0) live.delete(memberId);
    };
  }

  return {
    async open(request) {
      try {
        const session = await authorise(request);
        const since = await parts.source.lastInboxSeq(session.memberId);
        const stream = openStream({ ...parts, request, session, since, register });
        if (stopped) stream.destroy();
        return { kind: 'opened', events: stream };
      } catch (error) {
        return { kind: 'refused', body: errorBody(error, log, request.bUrl) };
      }
    },
    stop() {
      stopped = true;
      for (const ends of live.values()) for (const end of ends) end();
    },
  };
}

/** The session proof of a stream. A stream is no act of a person, so it does not keep the session active. */
function proofOf(request: OpenedRequest) {
  const deviceHash = Buffer.from(request.deviceHash, 'hex');
  return { checksum: request.pairs.get('checksum') ?? '', deviceHash, active: false };
}

interface OpenParts extends StreamParts {
  readonly request: OpenedRequest;
  readonly session: Session;
  readonly since: bigint;
  readonly register: (memberId: MemberId, end: () => void) => () => void;
}

function openStream(parts: OpenParts): Readable {
  const { channel, clock, hub, log, request, session, register } = parts;
  const frames = channel.openStream(request);
  let closed = false;
  // Serialises the work: frames are numbered, and two hints must not read the same inbox rows.
  let queue: Promise<void> = Promise.resolve();

  const events = new Readable({
    read() {},
    destroy(_error, done) {
      close();
      done(null);
    },
  });

  function send(body: object): void {
    if (closed) return;
    events.push(`data: ${frames.seal({ now: clock.now(), body: JSON.stringify(body) })}\n\n`);
    if (events.readableLength > BUFFER_BYTES_MAX) events.destroy();
  }

  function end(): void {
    if (closed) return;
    close();
    events.push(null);
  }

  function close(): void {
    if (closed) return;
    closed = true;
    clearInterval(heartbeat);
    clearTimeout(lifetime);
    unsubscribe();
    forget();
  }

  const sendChanges = createChangeSender(parts, { send, end });
  const onHint = (topics: ReadonlySet<Topic>) => {
    queue = queue
      .then(() => (closed ? undefined : sendChanges(topics)))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a live stream failed; the client reconnects');
        end();
      });
  };
  const unsubscribe = hub.subscribe(session.memberId, onHint);
  const forget = register(session.memberId, end);
  const heartbeat = setInterval(() => send({ type: 'heartbeat' }), HEARTBEAT_MS);
  const lifetime = setTimeout(end, Math.max(0, request.expiresAt - clock.now()));
  // The first frame confirms that the stream is open and carries the newest sequence number of the inbox.
  send({ type: 'opened', lastSeq: String(parts.since) });
  // Sends rows that were written between reading the inbox and subscribing; no hint will announce them.
  onHint(new Set<Topic>(['inbox']));
  return events;
}

/** Sends what a hint is about: for `inbox` the new rows, for other topics only that they changed. */
function createChangeSender(
  { guards, request, session, since, source }: OpenParts,
  { send, end }: { send: (body: object) => void; end: () => void },
): (topics: ReadonlySet<Topic>) => Promise<void> {
  let lastSeq = since;

  async function hasSessionEnded(): Promise<boolean> {
    try {
      await guards.findSession(proofOf(request));
      return false;
    } catch (error) {
      if (!endsSession(error)) throw error; // a database fault does not end the session
      const { errorCode, data } = replyOf(error);
      // A proof that was renewed ends the stream, and says no more: a tab of the same browser opens it again with the new one.
      if (data['renewed'] !== true) send({ type: 'ended', errorCode, data });
      return true;
    }
  }

  return async (topics) => {
    // Checked at each hint: a session also expires by the clock, which sends no hint.
    if (await hasSessionEnded()) return end();
    for (let more = topics.has('inbox'); more;) {
      const news = await source.inboxAfter(session.memberId, lastSeq);
      if (news.rows.length > 0) send({ type: 'inbox', rows: news.rows });
      ({ lastSeq, more } = news);
    }
    const what = [...topics].filter((topic) => topic !== 'inbox' && topic !== 'ended');
    if (what.length > 0) send({ type: 'changed', what });
  };
}
