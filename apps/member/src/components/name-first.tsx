import { useWords } from '@holdfast/client/i18n';
import { Notice } from '@holdfast/ui';
import type { ReactNode } from 'react';
import { useMemberData, useServerStatus } from '#state/services.tsx';
import { nameFirstWords } from './name-first.words.ts';

/** Whether the name is being reviewed, and so nothing can be added that must carry it. */
export function useIsNameAwaited(): boolean {
  const isChecked = useServerStatus()?.features.realNameCheck === true;
  const isAwaited = useMemberData()?.memberInfo?.realNameStatus === 'Review';
  return isChecked && isAwaited;
}

/**
 * A way to add what must carry the verified name. While the name is being reviewed the reason stands in its place: the server would refuse
 * only after everything had been filled in. Who has sent no name yet never gets here (spec 4).
 */
export function NameFirst({ children }: { children: ReactNode }) {
  const say = useWords(nameFirstWords);
  return useIsNameAwaited() ? <Notice tone="held">{say('awaited')}</Notice> : children;
}
