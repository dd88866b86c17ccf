/** A client over node:crypto that answers at once: load makers, tests and tools. The apps use `browser.ts`. */
import type { Answer } from './answer.ts';
import {
  beginSession,
  finishSession,
  type CallInput,
  type ClientSession,
  type Timing,
} from './client-session.ts';
import { parsePin, type PinText } from './identity.ts';
import { nodePrimitives as p } from './primitives/node.ts';
import { runSync } from './step.ts';
import { openAnswer } from './answer.ts';
import { createStreamOpener } from './stream.ts';

export interface NodeSealedCall {
  /** The raw body to post. */
  readonly body: string;
  open(text: string): Answer | undefined;
  /** For /proxystream: the next event's data. */
  openFrame(data: string): Answer | undefined;
}

export interface NodeSession {
  readonly expiresAt: number;
  readonly clockOffsetMs: number;
  sealRequest(input: CallInput & { now: number }): NodeSealedCall;
}

export interface NodeExchange {
  readonly body: string;
  finish(text: string, timing: Timing): NodeSession | undefined;
}

function nodeSession(session: ClientSession): NodeSession {
  return {
    expiresAt: session.expiresAt,
    clockOffsetMs: session.clockOffsetMs,
    sealRequest(input) {
      const { body, reply } = runSync(session.seal(p, input));
      const frames = createStreamOpener(p, reply);
      return {
        body,
        open: (text) => runSync(openAnswer(p, reply, text)),
        openFrame: (data) => runSync(frames.open(data)),
      };
    },
  };
}

/** Throws a RangeError when the pin is not a point of the curve. */
export function beginNodeExchange(input: { pin: PinText; device: string; now: number }): NodeExchange {
  const pending = runSync(beginSession(p, { ...input, pin: parsePin(input.pin) }));
  if (!pending) throw new RangeError('the pin is not a point of the curve');
  return {
    body: pending.body,
    finish(text, timing) {
      const session = runSync(finishSession(p, { pending, text, timing }));
      return session && nodeSession(session);
    },
  };
}
