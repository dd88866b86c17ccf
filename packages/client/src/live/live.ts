import type { BuiltPath } from '@holdfast/contract/calls';
import { integer, isRecord, listOf, matching, oneOf, recordOf, text } from '../storage/read.ts';
import { reconnectDelayMs, takeEvents } from './sse.rules.ts';

/** What a stream tells: hints to ask again, never the truth itself. Types that a newer server adds are passed over. */
const readChanged = recordOf({ type: oneOf(['changed']), what: listOf(text) });
const readOpened = recordOf({ type: oneOf(['opened']), lastSeq: matching(/^(0|[1-9]\d{0,17})$/) });
const readEnded = recordOf({ type: oneOf(['ended']), errorCode: integer });

/** One opened stream of sealed frames, as the channel hands it over. */
export interface OpenStream {
  /** The bodies of the frames, opened and in order; ends when the stream does or a frame does not open. */
  frames: AsyncIterable<string>;
}

export interface LivePorts {
  /** Opens a stream; rejects when there is no connection or the server refused. */
  open: (signal: AbortSignal) => Promise<OpenStream>;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  spread: () => number;
}

export interface LiveListener {
  /** These paths may answer otherwise now. */
  onChanged: (paths: readonly BuiltPath[]) => void;
  /** The stream is open; the inbox ends at this sequence. */
  onOpened: (lastSeq: string) => void;
  /** The inbox has news. */
  onInbox: () => void;
  /** The session ended elsewhere: the code and its data as a reply would carry them. */
  onEnded: (errorCode: number, data: Readonly<Record<string, unknown>>) => void;
  /** A stream that stood, or could not be opened, is not there: nothing is told until the next `opened`. */
  onLost?: () => void;
}

/** Which reads a topic of the stream is about. `opened` invalidates all of them: what changed before the stream stood is unknown. */
export type LiveTopics = Readonly<Record<string, readonly BuiltPath[]>>;

/** Follows the stream until `signal` fires; reconnects with exponential back-off while it fails. */
export async function followLive(
  ports: LivePorts,
  { listener, topics }: { listener: LiveListener; topics: LiveTopics },
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const { frames } = await ports.open(signal);
      for await (const body of frames) {
        failures = 0;
        if (takeFrame(body, { listener, topics }) === 'ended') return;
      }
    } catch {
      // No stream now. Everything it would tell can be asked for, so nothing is lost but immediacy.
    }
    if (signal.aborted) return;
    listener.onLost?.();
    await ports.sleep(reconnectDelayMs(failures, ports.spread()), signal);
    failures += 1;
  }
}

function takeFrame(
  body: string,
  { listener, topics }: { listener: LiveListener; topics: LiveTopics },
): 'ended' | 'goes-on' {
  const frame: unknown = JSON.parse(body);
  if (!isRecord(frame)) return 'goes-on';
  if (frame['type'] === 'opened') listener.onChanged(Object.values(topics).flat());
  const opened = readOpened(frame);
  if (opened) listener.onOpened(opened.lastSeq);
  if (frame['type'] === 'inbox') listener.onInbox();
  const changed = readChanged(frame);
  if (changed)
    listener.onChanged(
      changed.what.flatMap((topic) => (Object.hasOwn(topics, topic) ? (topics[topic] ?? []) : [])),
    );
  const ended = readEnded(frame);
  if (!ended) return 'goes-on';
  listener.onEnded(ended.errorCode, isRecord(frame['data']) ? frame['data'] : {});
  return 'ended';
}

/** The opened bodies of a response of server-sent events. A frame that does not open ends the stream: a gap must not hide. */
export async function* openFrames(
  chunks: AsyncIterable<string>,
  openFrame: (data: string) => Promise<string | undefined>,
): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const read = takeEvents(rest + chunk);
    rest = read.rest;
    for (const data of read.events) {
      const body = await openFrame(data);
      if (body === undefined) return;
      yield body;
    }
  }
}
