import { Notice } from '@holdfast/ui';
import { useRead } from '@holdfast/client/queries';
import { clockTime, useWords } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';
import { restrictionWords } from './restrictions.words.ts';

/** How many cancels are left today, for who is about to use one. Nothing while it is not known: the server decides anyway. */
export function CancelsLeft({ afterPaid = false }: { afterPaid?: boolean }) {
  const say = useWords(restrictionWords);
  const { language } = useSettings();
  const { data } = useRead('/member/restrictions', {});
  if (!data) return null;
  const { used, max, afterPaidUsed, afterPaidMax, resetsAt } = data.cancels;
  const left = afterPaid ? Math.min(max - used, afterPaidMax - afterPaidUsed) : max - used;
  if (left <= 0)
    return <Notice tone="refused">{say('noneLeft', { time: clockTime(resetsAt, language) })}</Notice>;
  return <Notice tone="neutral">{say(afterPaid ? 'leftAfterPaid' : 'left', { left })}</Notice>;
}
