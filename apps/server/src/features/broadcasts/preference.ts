import type { Handler } from '#platform/gateway/call-table.ts';
import { savePreference, takesNews } from './copy.store.ts';

export const readPreference: Handler<'/member/broadcast/preference'> = async ({ tx, session }) => ({
  news: await takesNews(tx, session.memberId),
});

export const prefer: Handler<'/member/broadcast/prefer'> = async ({ tx, session }, { news, language }) => {
  await savePreference(tx, session.memberId, {
    news: news === undefined ? undefined : news === 'on',
    language,
  });
  return {};
};
