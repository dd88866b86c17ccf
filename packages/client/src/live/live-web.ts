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

/** The member's stream over the secure channel (/proxystream). Every attempt proves the session anew. */
export function createLivePorts({
  channel,
  network,
  session,
}: {
  channel: Pick<WebChannel, 'client' | 'sessionProof'>;
  network: Pick<Network, 'openStream'>;
  session: CallSession;
}): LivePorts {
  return {
    async open(signal) {
      for (let isFirst = true; ; isFirst = false) {
        const account = session.read()?.login.account;
        const pairs = new Map(await proofOf(session, channel, 'hints'));
        // Nobody is signed in, or the token lies under a PIN lock that was not opened in this tab: the server need not be asked.
        if (account === undefined || pairs.size === 0) throw new AppError('NOT_SIGNED_IN');
        const bUrl = `/member/stream/${account}`;
        const request = await channel.client().prepareStream({ bUrl, pairs }, signal);
        const { contentType, chunks } = await network.openStream(request.endpoint, request.body, signal);
        if (contentType.startsWith('text/event-stream')) {
          const openFrame = async (data: string) => {
            const answer = await request.openFrame(data);
            return answer?.kind === 'body' ? answer.body : undefined;
          };
          return { frames: openFrames(chunks, openFrame) };
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
