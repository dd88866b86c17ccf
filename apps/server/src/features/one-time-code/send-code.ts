import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { isOtpAddressPurpose } from '@holdfast/contract/member';
import { toMobile } from '@holdfast/contract/rules';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findCodeAddress } from './address.store.ts';
import { findAsker } from './asker.store.ts';
import type { CodeRequest, OneTimeCodes } from './codes.ts';

type Input = CallInput<'/utils/otp/mobile/send'>;
type Recipient = Pick<CodeRequest, 'channel' | 'target' | 'reader' | 'subject'>;

/** The recipient: an address for a purpose about an address, else account and channel. Never both. */
async function recipientOf(tx: Tx, { purpose, target, account, channel }: Input): Promise<Recipient> {
  if (isOtpAddressPurpose(purpose)) {
    if (account !== undefined || channel !== undefined)
      throw fail('PARAMETERS_INVALID', { fields: ['account', 'channel'] });
    // Registration is the only such purpose that anyone may ask for, and it needs a mobile number.
    const address = toMobile(target ?? '') ?? fail('PARAMETERS_INVALID', { fields: ['target'] });
    return { channel: 'mobile', target: address, subject: address };
  }
  if (account === undefined || channel === undefined || target !== undefined)
    throw fail('PARAMETERS_INVALID', { fields: ['account', 'channel', 'target'] });
  return {
    channel,
    target: undefined,
    ...(await findCodeAddress(tx, { account, channel, purpose })),
    subject: account,
  };
}

/** Sends a code. Answer and work are the same whether the account and its address exist or not. */
export const sendCode =
  (codes: OneTimeCodes): Handler<'/utils/otp/mobile/send'> =>
  async (context, input) => {
    const { tx, deviceHash, origin } = context;
    const { purpose, account, installId, lang: language } = input;
    const recipient = await recipientOf(tx, input);
    const asker = await findAsker(tx, { account: account ?? '', installId, deviceHash, place: origin.place });
    const { id, resendAt } = await codes.sendCode(tx, {
      purpose,
      ...recipient,
      asker,
      deviceHash,
      origin,
      language,
    });
    return { id, resendAt: resendAt.toISOString() };
  };
