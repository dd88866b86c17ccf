import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { withdraw } from '#platform/settings/settings.store.ts';

/**
 * Withdraws a change that has not started. One administrator is enough, also of what two decided: what held before goes on, and to bring it back
 * needs two again.
 */
export const withdrawSetting: Handler<'/operator/setting/withdraw'> = async (
  { tx, operator, audit },
  { id, reason },
) => {
  const change = await withdraw(tx, operator, { id, reason });
  if (!change) throw fail('SETTING_NOT_PLANNED');
  audit({
    action: 'setting-withdrawn',
    subject: `setting:${change.name}`,
    detail: { value: change.value, from: change.startsAt.toISOString(), reason },
  });
  return {};
};
