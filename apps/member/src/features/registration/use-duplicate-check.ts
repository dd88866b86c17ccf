import { useEffect, useState } from 'react';
import { useServices } from '#state/services.tsx';

/** Long enough that a word is typed before it is asked, short enough to answer before the next field. */
const TYPING_PAUSE_MS = 350;

export type Availability = 'unknown' | 'checking' | 'free' | 'taken';

/**
 * Whether an account or a nickname is still free, asked while the member types. Only a text that keeps the rules is asked, and
 * only the answer to the present text counts. An answer that does not come is no verdict: the server decides at the end.
 */
export function useDuplicateCheck(field: 'account' | 'nick', text: string, isValid: boolean): Availability {
  const { callApi } = useServices();
  const [answer, setAnswer] = useState<{ text: string; is: 'free' | 'taken' | 'unknown' }>();
  useEffect(() => {
    if (!isValid) return undefined;
    let isStale = false;
    const timer = setTimeout(() => {
      callApi('/member/check-duplicate/account-and-nickname', { input: { [field]: text } }).then(
        (found) => !isStale && setAnswer({ text, is: found[field] ?? 'unknown' }),
        () => !isStale && setAnswer({ text, is: 'unknown' }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [callApi, field, text, isValid]);
  if (!isValid) return 'unknown';
  return answer?.text === text ? answer.is : 'checking';
}
