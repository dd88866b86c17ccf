import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { isOtpAddressPurpose } from '@holdfast/contract/member';
import { toMobile } from '@holdfast/contract/rules';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findAddress } from './code.store.ts';
import type { CodeRequest, OneTimeCodes } from './one-time-code.ts';

type Input = CallInput<'/utils/otp/mobile/send'>;
type Addressee = Pick<CodeRequest, 'channel' | 'target' | 'reader' | 'subject'>;

/** An address for a purpose about one; account and channel for a purpose about a member. Never both. */
async function addresseeOf(tx: Tx, { purpose, target, account, channel }: Input): Promise<Addressee> {
  if (isOtpAddressPurpose(purpose)) {
    if (account !== undefined || channel !== undefined)
      throw fail('PARAMETERS_INVALID', { fields: ['account', 'channel'] });
    // A member is registered on a mobile: no other purpose that anybody may ask for is about an address.
    const address = toMobile(target ?? '') ?? fail('PARAMETERS_INVALID', { fields: ['target'] });
    return { channel: 'mobile', target: address, subject: address };
  }
  if (account === undefined || channel === undefined || target !== undefined)
    throw fail('PARAMETERS_INVALID', { fields: ['account', 'channel', 'target'] });
  return { channel, target: undefined, ...(await findAddress(tx, account, channel)), subject: account };
}

/** Sends a code. The answer and the work are the same whether the account exists, has such an address, or neither. */
export const sendCode =
  (codes: OneTimeCodes): Handler<'/utils/otp/mobile/send'> =>
  async (context, input) => {
    const { tx, deviceHash, origin } = context;
    const { purpose, lang: language } = input;
    const addressee = await addresseeOf(tx, input);
    const { id, resendAt } = await codes.sendCode(tx, {
      purpose,
      ...addressee,
      deviceHash,
      origin,
      language,
    });
    return { id, resendAt: resendAt.toISOString() };
  };
