import { dayAndTime, useLanguage, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { formatPercent } from '@holdfast/kernel';
import { useServices } from '#state/services.tsx';
import { feeChangeWords } from './fee-change.words.ts';
import { useZoned } from './zone-note.tsx';

/** Says from when on orders cost something else, where the fee is shown; nothing where no change is planned. */
export function FeeChange({ className }: { className: string | undefined }) {
  const say = useWords(feeChangeWords);
  const language = useLanguage();
  const zoned = useZoned();
  const { serverNow } = useServices();
  const planned = useRead('/listing/terms', {}).data?.feePlanned;
  if (!planned) return null;
  const when = zoned(dayAndTime(planned.from, serverNow(), language));
  return (
    <p className={className}>{say('planned', { when, percent: formatPercent(planned.feeBasisPoints) })}</p>
  );
}
