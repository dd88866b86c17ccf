import type { CallInput } from '@holdfast/contract/calls';
import { findAsker, findCodeAddress, isStranger, type Asker } from '#features/one-time-code/index.ts';
import { chargeForQuestions } from '#features/security-questions/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { ResetParts } from './reset-flow.ts';

const PATH = '/member/flow/force-reset-password/create-cerification';

/** Finds out who asks. Strangers are charged by network, all alike: whose network is familiar must not show. */
export async function prepareBeginReset(
  { db, origin, deviceHash }: Preparation,
  { account, installId }: CallInput<typeof PATH>,
): Promise<Asker> {
  const asker = await findAsker(db, { account, installId, deviceHash, place: origin.place });
  if (isStranger(asker)) await chargeForQuestions(db, origin.address);
  return asker;
}

/** Step 1: sends a code and shows the security questions. Answer and work are the same for every account, existing or not. */
export const beginReset =
  ({ codes, questionsOf }: ResetParts): Handler<typeof PATH, Asker> =>
  async ({ tx, deviceHash, origin, prepared: asker }, { account, channel, lang: language }) => {
    const purpose = 'force-reset';
    const address = await findCodeAddress(tx, { account, channel, purpose });
    const request = {
      purpose,
      channel,
      target: undefined,
      ...address,
      subject: account,
      asker,
      deviceHash,
      origin,
      language,
    } as const;
    const { id, resendAt } = await codes.sendCode(tx, request);
    return { id, resendAt: resendAt.toISOString(), questions: await questionsOf(tx, account) };
  };
