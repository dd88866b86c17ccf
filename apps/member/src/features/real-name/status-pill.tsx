import type { CallOutput } from '@holdfast/contract/calls';
import { REAL_NAME_RULES } from '@holdfast/contract/member';
import { Pill, type Tone } from '@holdfast/ui';
import { inLanguage } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';

export type RealNameState = CallOutput<'/member/real-name/status/{account}'>;

const TONES: Readonly<Record<RealNameState['status'], Tone>> = {
  none: 'neutral',
  Review: 'held',
  NotApproved: 'refused',
  Approved: 'free',
};

/** The status in the words that were given for it. */
export function StatusPill({ status }: { status: RealNameState['status'] }) {
  const { language } = useSettings();
  const { zhTW, en } = REAL_NAME_RULES[status];
  if (zhTW === null || en === null) return null;
  return (
    <p>
      <Pill tone={TONES[status]}>{inLanguage({ zhTW, en }, language)}</Pill>
    </p>
  );
}
