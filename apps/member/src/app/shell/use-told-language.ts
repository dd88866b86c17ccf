import { useEffect } from 'react';
import { toldLanguageOf } from '#state/member-records.ts';
import { useMemberData, useServices, useSettings } from '#state/services.tsx';

/**
 * Tells the server in which language the member reads, for broadcasts to those of one language. It takes the first one for granted, so who has
 * never chosen another says nothing.
 */
export function useToldLanguage(): void {
  const { callApi, shared } = useServices();
  const uid = useMemberData()?.login.uid;
  const language = useSettings().language === 'en' ? 'en' : 'zh-TW';
  useEffect(() => {
    if (uid === undefined) return;
    const told = toldLanguageOf(shared);
    const known = told.read();
    if ((known?.uid === uid ? known.language : 'zh-TW') === language) return;
    callApi('/member/broadcast/language', { input: { language }, isBackground: true }).then(
      () => told.write({ uid, language }),
      () => {}, // the next start says it
    );
  }, [callApi, shared, uid, language]);
}
