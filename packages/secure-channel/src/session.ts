/** The client's end with promises: what an app holds of one exchange. Everything stays in memory. */
import { openAnswer, type Answer } from './answer.ts';
import {
  beginSession,
  finishSession,
  type CallInput,
  type ClientSession,
  type Timing,
} from './client-session.ts';
import type { Pin } from './exchange.ts';
import type { Primitives } from './primitives/port.ts';
import { runAsync } from './step.ts';
import { createStreamOpener } from './stream.ts';

export interface SealedRequest {
  /** The raw body to post. */
  readonly body: string;
  /** Undefined for every text that the server did not seal for this very transmission. */
  open(text: string): Promise<Answer | undefined>;
  /** For /proxystream: the data of the next event. Frames must be given one after the other; undefined ends the stream. */
  openFrame(data: string): Promise<Answer | undefined>;
}

export interface Session {
  /** Milliseconds of the server's clock. */
  readonly expiresAt: number;
  /** What to add to this device's clock to get the server's. */
  readonly clockOffsetMs: number;
  /** Seals one transmission; a resend is sealed anew. `now` is this device's clock. */
  sealRequest(input: CallInput & { now: number }): Promise<SealedRequest>;
}

export interface PendingReply {
  /** The raw body for POST /proxyconfig. */
  readonly body: string;
  /** Undefined for every answer that the holder of the pinned key did not make for this exchange. */
  finish(text: string, timing: Timing): Promise<Session | undefined>;
}

function session(p: Primitives, client: ClientSession): Session {
  return {
    expiresAt: client.expiresAt,
    clockOffsetMs: client.clockOffsetMs,
    async sealRequest(input) {
      const { body, reply } = await runAsync(client.seal(p, input));
      const frames = createStreamOpener(p, reply);
      return {
        body,
        open: (text) => runAsync(openAnswer(p, reply, text)),
        openFrame: (data) => runAsync(frames.open(data)),
      };
    },
  };
}

/** Begins an exchange under one pin, with a new pair. Rejects with a RangeError when the pin is not a point of the curve. */
export async function openExchange(
  p: Primitives,
  input: { pin: Pin; device: string; now: number },
): Promise<PendingReply> {
  const pending = await runAsync(beginSession(p, input));
  if (!pending) throw new RangeError('the pin is not a point of the curve');
  return {
    body: pending.body,
    async finish(text, timing) {
      const client = await runAsync(finishSession(p, { pending, text, timing }));
      return client && session(p, client);
    },
  };
}
