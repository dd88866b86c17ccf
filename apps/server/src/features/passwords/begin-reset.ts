import { findAsker, findCodeAddress } from '#features/one-time-code/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { ResetParts } from './reset-flow.ts';

/** Step 1: sends a code and shows the security questions. Answer and work are the same for every account, existing or not. */
export const beginReset =
  ({ codes, questionsOf }: ResetParts): Handler<'/member/flow/force-reset-password/create-cerification'> =>
  async ({ tx, deviceHash, origin }, { account, channel, installId, lang: language }) => {
    const purpose = 'force-reset';
    const address = await findCodeAddress(tx, { account, channel, purpose });
    const request = {
      purpose,
      channel,
      target: undefined,
      ...address,
      subject: account,
      asker: await findAsker(tx, { account, installId, deviceHash, place: origin.place }),
      deviceHash,
      origin,
      language,
    } as const;
    const { id, resendAt } = await codes.sendCode(tx, request);
    return { id, resendAt: resendAt.toISOString(), questions: await questionsOf(tx, account) };
  };
