import type { Handler } from '#platform/gateway/call-table.ts';
import { saveLanguage } from './copy.store.ts';

export const setLanguage: Handler<'/member/broadcast/language'> = async (
  { tx, session: { memberId } },
  { language },
) => {
  await saveLanguage(tx, memberId, language);
  return {};
};
