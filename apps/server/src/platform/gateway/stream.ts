import { Readable } from 'node:stream';
import { fail } from '@holdfast/contract/errors';
import type { Clock } from '@holdfast/kernel';
import type { ChannelServer, OpenedRequest } from '@holdfast/secure-channel/node';
import type { Hub, LiveTopic } from '#platform/live/hub.ts';
import { readsPerMinute, type Limiter } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import type { Audience } from '#platform/outbox/outbox.store.ts';
import type { Origin } from './call-table.ts';
import { mergeHints } from './merge-hints.ts';
import { endsSession, errorBody, replyOf } from './reply.ts';
import { findRoute, type Route } from './router.ts';

/**
 * Live streams: server-sent events whose data are sealed frames. They carry inbox rows and hints that something changed. Delivery is not
 * guaranteed: a client that misses a frame asks again. What a stream tells of, and to whom, is said by `member-streams.ts` and `operator-streams.ts`.
 */

const HEARTBEAT_MS = 15_000;
/** Backpressure limit: a slower reader is disconnected. It reconnects and reads what it missed. */
const BUFFER_BYTES_MAX = 256 * 1024;
/** Streams of one person at once, for tabs. One more ends the oldest, which would otherwise hold a socket for up to an hour. */
const STREAMS_MAX = 8;
const OPENINGS = readsPerMinute(60);

/** Sends a frame. False when the stream has closed: nobody reads what would follow. */
type Send = (body: object) => boolean;

/** A stream that its caller may have. */
export interface AdmittedStream {
  /** Whose it is: counted by it. */
  readonly owner: string;
  /** Of what the hub tells it. */
  readonly audiences: readonly Audience[];
  /** What the first frame says. */
  readonly opened: object;
  /** Topics that are told as soon as it is open. */
  readonly atOnce: readonly LiveTopic[];
  /** Throws when its session has ended. Called before anything is sent: a session also expires by the clock, which sends no hint. */
  readonly recheck: () => Promise<void>;
  /** Also with every beat, when nothing has happened. */
  readonly rechecksOnBeat?: boolean;
  readonly tell: (topics: ReadonlySet<LiveTopic>, send: Send) => Promise<void>;
}

/** Finds the caller of a stream and what it may be told; throws a refusal. `count`: counts the opening as soon as it is known whose it is. */
export type AdmitToStream = (
  request: OpenedRequest,
  route: Route,
  count: (owner: string) => Promise<void>,
) => Promise<AdmittedStream>;

export type StreamOpening = { kind: 'opened'; events: Readable } | { kind: 'refused'; body: string };

export interface StreamServer {
  open(request: OpenedRequest, origin: Origin): Promise<StreamOpening>;
  /** Ends every stream at a shutdown. */
  stop(): void;
}

export interface StreamParts {
  readonly channel: ChannelServer;
  readonly admit: AdmitToStream;
  readonly hub: Hub;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly log: Log;
}

export function createStreamServer(parts: StreamParts): StreamServer {
  const { admit, limiter, log } = parts;
  // Oldest first, per owner.
  const live = new Map<string, Set<() => void>>();
  let stopped = false;

  async function authorise(request: OpenedRequest): Promise<AdmittedStream> {
    const route = findRoute('GET', request.bUrl);
    if (route?.call.kind !== 'stream') throw fail('CALL_UNKNOWN');
    return admit(request, route, (owner) => limiter.consume(route.path, OPENINGS, owner));
  }

  /** Registers how to end a stream; returns a function that unregisters it. */
  function register(owner: string, end: () => void): () => void {
    const ends = live.get(owner) ?? new Set();
    live.set(owner, ends.add(end));
    const [oldest] = ends;
    if (ends.size > STREAMS_MAX) oldest?.();
    return () => {
      ends.delete(end);
      if (ends.size === 0) live.delete(owner);
    };
  }

  return {
    async open(request) {
      try {
        const stream = openStream({ ...parts, request, admitted: await authorise(request), register });
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
export function proofOf(request: OpenedRequest) {
  const deviceHash = Buffer.from(request.deviceHash, 'hex');
  return { checksum: request.pairs.get('checksum') ?? '', deviceHash, active: false };
}

interface OpenParts extends StreamParts {
  readonly request: OpenedRequest;
  readonly admitted: AdmittedStream;
  readonly register: (owner: string, end: () => void) => () => void;
}

function openStream(parts: OpenParts): Readable {
  const { channel, clock, hub, log, request, admitted, register } = parts;
  const frames = channel.openStream(request);
  let closed = false;

  const events = new Readable({
    read() {},
    destroy(_error, done) {
      close();
      done(null);
    },
  });

  function send(body: object): boolean {
    if (closed) return false;
    events.push(`data: ${frames.seal({ now: clock.now(), body: JSON.stringify(body) })}\n\n`);
    if (events.readableLength > BUFFER_BYTES_MAX) events.destroy();
    return !closed;
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
    for (const unsubscribe of subscriptions) unsubscribe();
    forget();
  }

  const goesOn = createSessionCheck(admitted, send);
  const tellOrEnd = async (topics: ReadonlySet<LiveTopic>) =>
    (await goesOn()) ? admitted.tell(topics, send) : end();
  // One after another: frames are numbered, and two hints must not read the same inbox rows.
  const onHint = mergeHints((topics) =>
    (closed ? Promise.resolve() : tellOrEnd(topics)).catch((error: unknown) => {
      log.warn({ err: error }, 'a live stream failed; the client reconnects');
      end();
    }),
  );
  const subscriptions = admitted.audiences.map((audience) => hub.subscribe(audience, onHint));
  const forget = register(admitted.owner, end);
  const heartbeat = setInterval(() => {
    send({ type: 'heartbeat' });
    if (admitted.rechecksOnBeat) onHint(new Set());
  }, HEARTBEAT_MS);
  const lifetime = setTimeout(end, Math.max(0, request.expiresAt - clock.now()));
  // The first frame confirms that the stream is open: whatever changes from now on is told.
  send({ type: 'opened', ...admitted.opened });
  if (admitted.atOnce.length > 0) onHint(new Set(admitted.atOnce));
  return events;
}

/** Whether the session of a stream goes on; where it has ended, the stream says why. */
function createSessionCheck({ recheck }: AdmittedStream, send: Send): () => Promise<boolean> {
  return async () => {
    try {
      await recheck();
      return true;
    } catch (error) {
      if (!endsSession(error)) throw error; // a database fault does not end the session
      const { errorCode, data } = replyOf(error);
      // A proof that was renewed ends the stream, and says no more: a tab of the same browser opens it again with the new one.
      if (data['renewed'] !== true) send({ type: 'ended', errorCode, data });
      return false;
    }
  };
}
