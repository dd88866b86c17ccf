import { FIRST_ERRORS } from '@holdfast/contract/first-errors';
import { AppError } from '@holdfast/kernel';
import { proofOf } from '../calls/session-proof.ts';
import { sleep, type WebChannel } from '../calls/channel-web.ts';
import type { Network } from '../network/port.ts';
import { spread } from '../network/spread.ts';
import type { CallSession } from '../calls/session.ts';
import { integer, isRecord, recordOf } from '../storage/read.ts';
import { openFrames, type LivePorts } from './live.ts';

const readRefusal = recordOf({ errorCode: integer });

/**
 * The `ended` frame of a stream whose session ended while it was away, which is told like an end under its eyes: a page that nobody
 * touches makes no call that would hear of it. Undefined for any other refusal.
 */
function endedFrame(body: string): string | undefined {
  const reply: unknown = JSON.parse(body);
  const { errorCode } = readRefusal(reply) ?? { errorCode: 0 };
  const { NOT_SIGNED_IN, SESSION_TIMEOUT } = FIRST_ERRORS;
  if (errorCode !== NOT_SIGNED_IN.code && errorCode !== SESSION_TIMEOUT.code) return undefined;
  return JSON.stringify({ type: 'ended', errorCode, data: isRecord(reply) ? reply['data'] : {} });
}

async function* once(frame: string): AsyncGenerator<string> {
  yield frame;
}

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

/** The server beats every 15 s. A stream that says nothing for so long is not there any more: a device that slept hears of it late, or never. */
const SILENT_MS = 45_000;

/** The chunks of an answer, until it ends or says nothing for `ms`; then its request is ended. */
async function* whileItSpeaks(
  chunks: AsyncIterable<string>,
  ms: number,
  end: () => void,
): AsyncGenerator<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const stop = new AbortController();
      const silence = sleep(ms, stop.signal).then(() => undefined);
      const next = await Promise.race([iterator.next(), silence]);
      stop.abort();
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    end();
  }
}

/** Which stream of the server: its address, and what is asked of it. */
interface StreamAddress {
  readonly bUrl: string;
  readonly pairs?: readonly (readonly [string, string])[];
}

const memberStream = (account: string): StreamAddress => ({ bUrl: `/member/stream/${account}` });

/** A stream over the secure channel (/proxystream). Every attempt proves the session anew. */
export function createLivePorts({
  channel,
  network,
  session,
  addressOf = memberStream,
  silentMs = SILENT_MS,
}: {
  channel: Pick<WebChannel, 'client' | 'sessionProof'>;
  network: Pick<Network, 'openStream'>;
  session: CallSession;
  addressOf?: (account: string) => StreamAddress;
  silentMs?: number;
}): LivePorts {
  return {
    async open(given) {
      // Ended by whoever follows it, and when it has fallen silent.
      const stop = new AbortController();
      const { signal } = stop;
      const end = () => stop.abort();
      if (given.aborted) end();
      given.addEventListener('abort', end, { once: true });
      for (let isFirst = true; ; isFirst = false) {
        const account = session.read()?.login.account;
        const proof = await proofOf(session, channel, 'hints');
        // Nobody is signed in, or the token lies under a PIN lock that was not opened in this tab: the server need not be asked.
        if (account === undefined || proof.length === 0) throw new AppError('NOT_SIGNED_IN');
        const { bUrl, pairs: asked = [] } = addressOf(account);
        const pairs = new Map([...proof, ...asked]);
        const request = await channel.client().prepareStream({ bUrl, pairs }, signal);
        const { contentType, chunks } = await network.openStream(request.endpoint, request.body, signal);
        if (contentType.startsWith('text/event-stream')) {
          const openFrame = async (data: string) => {
            const answer = await request.openFrame(data);
            return answer?.kind === 'body' ? answer.body : undefined;
          };
          return { frames: openFrames(whileItSpeaks(chunks, silentMs, end), openFrame) };
        }
        // A refusal comes as one text, not as a stream.
        const text = await textOf(chunks);
        if (text === 'ERROR001' && isFirst) {
          await request.renew();
          continue;
        }
        const answer = await request.open(text);
        const ended = answer?.kind === 'body' ? endedFrame(answer.body) : undefined;
        if (ended === undefined) throw new AppError('CONNECTION_UNSTABLE');
        return { frames: once(ended) };
      }
    },
    sleep,
    spread,
  };
}
