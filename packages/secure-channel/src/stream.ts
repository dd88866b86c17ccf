/**
 * Frames of /proxystream. Each is sealed like an answer with its number in the context, so a frame cannot be dropped in the middle,
 * repeated, reordered or moved to another stream unseen. What can happen unseen is the end: a cut stream looks like a lost connection.
 */
import { openReply, printAnswer, sealReply, type Answer, type Reply } from './answer.ts';
import { u64, type Bytes } from './bytes.ts';
import type { Primitives } from './primitives/port.ts';
import type { Step } from './step.ts';

function frameContext(p: Primitives, reply: Reply, n: bigint): Bytes {
  return p.concat(reply.context, u64(n));
}

export interface StreamSealer {
  /** The data of the next event; frames count from 1. */
  seal(frame: { now: number; body: string }): Step<string>;
}

/** Give every frame out in the order in which it was sealed. */
export function createStreamSealer(p: Primitives, reply: Reply): StreamSealer {
  let n = 0n;
  return {
    seal({ now, body }) {
      n += 1n;
      return sealReply(p, reply.key, frameContext(p, reply, n), printAnswer(now, body));
    },
  };
}

export interface StreamOpener {
  /** The next frame's text, or undefined: then the stream is broken and every later frame is refused too. */
  open(data: string): Step<Answer | undefined>;
}

export function createStreamOpener(p: Primitives, reply: Reply): StreamOpener {
  let n = 0n;
  let broken = false;
  return {
    *open(data) {
      if (broken) return undefined;
      n += 1n;
      const answer = yield* openReply(p, reply.key, frameContext(p, reply, n), data);
      broken = answer === undefined;
      return answer;
    },
  };
}
