import type { CallInput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { Field } from '@holdfast/ui';
import { applicationsWords } from './applications.words.ts';

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export const isTurned = ({ from, to }: DayRange): boolean => from !== '' && to !== '' && to < from;

/** From which day to which: of the decision, or of the arrival of what still waits. */
export function DayFields({
  state,
  days,
  onChange,
}: {
  state: CallInput<'/member/real-name/list'>['state'];
  days: DayRange;
  onChange: (days: DayRange) => void;
}) {
  const say = useWords(applicationsWords);
  const { from, to } = days;
  const shared = { hint: say(state === 'waiting' ? 'daysWaiting' : 'daysDecided'), type: 'date' } as const;
  return (
    <>
      <Field
        {...shared}
        label={say('from')}
        value={from}
        onChange={(event) => onChange({ from: event.target.value, to })}
      />
      <Field
        {...shared}
        label={say('to')}
        value={to}
        error={isTurned(days) ? say('daysTurned') : undefined}
        onChange={(event) => onChange({ from, to: event.target.value })}
      />
    </>
  );
}
