import { FIRST_ERRORS } from '@holdfast/contract/first-errors';
import type { Channel, ChannelRequest, Reply } from './channel.ts';
import type { CallSession } from './session.ts';
import { proofOf, type Proof } from './session-proof.ts';

/** A call before its proof is put to it. */
export interface ProvenRequest extends ChannelRequest {
  readonly proof: Proof;
  /** Whose call it is: it goes out for nobody else, whoever signs in while it is under way. */
  readonly uid: string | undefined;
  /** Its answer brings another token of the session. */
  readonly renewsSession: boolean;
}

type Answer = Awaited<ReturnType<Channel['call']>>;

/** How long a call waits for the token that another tab is being answered just now. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;
/** A call meets one renewal, or two. More would be a server that contradicts itself. */
const ROUNDS_MAX = 3;

/**
 * Sends calls while the token of the session may be renewed, by this call, another one or another tab (decision 4). A call that is refused
 * with an older token than storage holds repeats with the new one. Where the answer with the new token was lost, the command that should
 * have brought it is repeated under its RID, which its old proof still opens: a lost answer signs nobody out.
 */
export function createRenewal({
  channel,
  session,
}: {
  channel: Pick<Channel, 'call' | 'sessionProof'>;
  session: CallSession;
}): { send: (request: ProvenRequest) => Promise<Answer> } {
  /**
   * The renewing commands of this page that have had no answer yet, as they were sent: also what was typed anew is another command, and the
   * one before may be what renewed the session. They hold secrets, so they lie in memory alone.
   */
  let unanswered: readonly ProvenRequest[] = [];
  const present = () => session.read()?.login.uid;

  async function transmit(request: ProvenRequest): Promise<Answer> {
    const { proof, uid, pairs, renewsSession, ...rest } = request;
    const others = () => unanswered.filter(({ rid }) => rid !== request.rid);
    if (renewsSession) unanswered = [...others(), request];
    const answer = await channel.call({ ...rest, pairs: [...proof, ...pairs] });
    if (!renewsSession) return answer;
    const { errorCode, data } = readReply(answer);
    const isDone = errorCode === 0;
    if (isDone || data['open'] !== true) unanswered = others();
    const { access_token: token, account, nick } = data;
    const names = typeof account === 'string' && typeof nick === 'string' ? { account, nick } : undefined;
    if (isDone && typeof token === 'string' && uid !== undefined) session.placeToken(uid, token, names);
    return answer;
  }

  /** Another proof than the refused one, as soon as there is one; undefined if there is none, or somebody else is signed in by now. */
  async function findOtherProof(
    { proof: refused, uid }: ProvenRequest,
    { isRenewed }: { isRenewed: boolean },
  ): Promise<Proof | undefined> {
    for (const request of isRenewed ? unanswered.filter((one) => one.uid === uid) : []) {
      const answer = await transmit(request).catch(() => undefined);
      if (answer && readReply(answer).errorCode === 0) break;
    }
    for (let waited = 0; present() === uid; waited += LOOK_MS) {
      const proof = await proofOf(session, channel);
      if (proof.length === 0 || present() !== uid) return undefined; // under the PIN lock it may have taken long
      if (checksumOf(proof) !== checksumOf(refused)) return proof;
      if (!isRenewed || waited >= WAIT_MS) return undefined;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return undefined;
  }

  return {
    async send(request) {
      let [sent, lost] = [request, 0];
      for (let round = 1; ; round += 1) {
        const answer = await transmit(sent);
        const refusal = proofRefusalOf(answer);
        const isLast = !refusal || request.proof.length === 0 || round === ROUNDS_MAX;
        const proof = isLast ? undefined : await findOtherProof(sent, refusal);
        if (!proof) return { ...answer, transmissions: answer.transmissions + lost };
        lost += answer.transmissions - 1; // each of them may have run, and the refusal says nothing of it
        sent = { ...request, proof };
      }
    },
  };
}

const checksumOf = (proof: Proof): string | undefined => proof.find(([name]) => name === 'checksum')?.[1];

function readReply({ body }: Answer): { errorCode: number; data: Readonly<Record<string, unknown>> } {
  const { errorCode, data } = JSON.parse(body) as Reply;
  return { errorCode, data: (data ?? {}) as Record<string, unknown> };
}

/** What an answer says of the proof, if it refuses it as one that nobody knows. */
function proofRefusalOf(answer: Answer): { isRenewed: boolean } | undefined {
  const { errorCode, data } = readReply(answer);
  if (errorCode !== FIRST_ERRORS.LOGIN_RECORD_NOT_FOUND.code) return undefined;
  return { isRenewed: data['renewed'] === true };
}
