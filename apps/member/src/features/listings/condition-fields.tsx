import { CONDITION_CHOICES, CONDITIONS, type ConditionName } from '@holdfast/contract/orders';
import { Chips } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useState } from 'react';
import styles from './listings.module.css';
import { listingWords } from './listings.words.ts';

export type ChosenConditions = Readonly<Record<ConditionName, string>>;

/** Only what is asked: a condition that is not there asks nothing. */
export const askedOf = (conditions: ChosenConditions): Partial<ChosenConditions> =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== '0'));

/** Who may lock it; closed at first, for most owners ask nothing. */
export function ConditionFields({
  chosen,
  onChange,
}: {
  chosen: ChosenConditions;
  onChange: (next: ChosenConditions) => void;
}) {
  const say = useWords(listingWords);
  // Open where something is asked; from then on as the hand has left it, or the last condition that is taken back would close it.
  const [isOpen, setOpen] = useState(() => CONDITIONS.some((name) => chosen[name] !== '0'));
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.choiceLabel}>{say('conditions')}</summary>
      <p className={styles.note}>{say('conditionsHint')}</p>
      {CONDITIONS.map((name) => (
        <div key={name} className={styles.choice}>
          <p className={styles.choiceLabel}>{say(`condition.${name}`)}</p>
          <Chips
            label={say(`condition.${name}`)}
            value={chosen[name]}
            onChange={(value) => onChange({ ...chosen, [name]: value })}
            options={CONDITION_CHOICES[name].map((count) => ({
              value: String(count),
              label: count === 0 ? say('conditionNone') : say(`conditionAt.${name}`, { count }),
            }))}
          />
        </div>
      ))}
    </details>
  );
}
