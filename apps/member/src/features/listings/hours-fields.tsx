import type { CallInput, Listing } from '@holdfast/contract/calls';
import { CLOCK_TIMES } from '@holdfast/contract/orders';
import { flag, oneOf, recordOf } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { Chips, SelectField } from '@holdfast/ui';
import { hoursWords } from './hours-fields.words.ts';
import styles from './listings.module.css';

/** What is chosen for the hours. Whoever goes back to "always" finds them again. */
export interface ChosenHours {
  readonly isLimited: boolean;
  readonly from: string;
  readonly to: string;
}

export const HOURS_ALWAYS: ChosenHours = { isLimited: false, from: '09:00', to: '21:00' };
const clock = oneOf(CLOCK_TIMES);
export const readHours = recordOf<ChosenHours>({ isLimited: flag, from: clock, to: clock });

export const hoursOf = (hours: Listing['hours'], before: ChosenHours = HOURS_ALWAYS): ChosenHours =>
  hours ? { isLimited: true, ...hours } : { ...before, isLimited: false };

/** What is sent of it: nothing where it is always. */
export const hoursInput = ({
  isLimited,
  from,
  to,
}: ChosenHours): Pick<CallInput<'/listing/create'>, 'hoursFrom' | 'hoursTo'> =>
  isLimited ? { hoursFrom: from, hoursTo: to } : {};

/** In which hours of the day others may lock it. */
export function HoursFields({
  chosen,
  onChange,
}: {
  chosen: ChosenHours;
  onChange: (next: ChosenHours) => void;
}) {
  const say = useWords(hoursWords);
  const { isLimited, from, to } = chosen;
  return (
    <div className={styles.choice}>
      <p className={styles.choiceLabel}>{say('hours')}</p>
      <Chips
        label={say('hours')}
        value={isLimited ? 'limited' : 'always'}
        onChange={(value) => onChange({ ...chosen, isLimited: value === 'limited' })}
        options={(['always', 'limited'] as const).map((value) => ({ value, label: say(value) }))}
      />
      {isLimited && (
        <>
          <div className={styles.pair}>
            <ClockField
              label={say('from')}
              value={from}
              other={to}
              onChange={(next) => onChange({ ...chosen, from: next })}
            />
            <ClockField
              label={say(to < from ? 'toNextDay' : 'to')}
              value={to}
              other={from}
              onChange={(next) => onChange({ ...chosen, to: next })}
            />
          </div>
          <p className={styles.note}>{say('hint')}</p>
        </>
      )}
    </div>
  );
}

/** They never begin when they end: that time cannot be chosen. */
function ClockField({
  label,
  value,
  other,
  onChange,
}: {
  label: string;
  value: string;
  other: string;
  onChange: (next: string) => void;
}) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {CLOCK_TIMES.map((time) => (
        <option key={time} value={time} disabled={time === other}>
          {time}
        </option>
      ))}
    </SelectField>
  );
}
