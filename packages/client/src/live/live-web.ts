import { AppError } from '@holdfast/kernel';
import { proofOf } from '../calls/session-proof.ts';
import { sleep, type WebChannel } from '../calls/channel-web.ts';
import type { Network } from '../network/port.ts';
import { spread } from '../network/spread.ts';
import type { CallSession } from '../calls/session.ts';
import { openFrames, type LivePorts } from './live.ts';

/** The member's stream over the secure channel (/proxystream). Every attempt proves the session anew. */
export function createLivePorts({
  channel,
  network,
  session,
}: {
  channel: WebChannel;
  network: Network;
  session: CallSession;
}): LivePorts {
  return {
    async open(signal) {
      const account = session.read()?.login.account;
      const pairs = new Map(await proofOf(session, channel, 'hints'));
      // Nobody is signed in, or the token lies under a PIN lock that was not opened in this tab: the server need not be asked.
      if (account === undefined || pairs.size === 0) throw new AppError('NOT_SIGNED_IN');
      const bUrl = `/member/stream/${account}`;
      const request = await channel.client().prepareStream({ bUrl, pairs }, signal);
      const { contentType, chunks } = await network.openStream(request.endpoint, request.body, signal);
      // A refusal comes as one text, not as a stream. Whatever it says, the next call will hear it and say it.
      if (!contentType.startsWith('text/event-stream')) {
        await request.renew();
        throw new AppError('CONNECTION_UNSTABLE');
      }
      const openFrame = async (data: string) => {
        const answer = await request.openFrame(data);
        return answer?.kind === 'body' ? answer.body : undefined;
      };
      return { frames: openFrames(chunks, openFrame) };
    },
    sleep,
    spread,
  };
}
