import { Combobox } from '@base-ui/react/combobox';
import { useWords } from '@holdfast/client/i18n';
import { CloseIcon, ExpandIcon } from '@holdfast/ui';
import { useId } from 'react';
import styles from './choice-field.module.css';
import { componentWords } from './components.words.ts';
import menuStyles from './menu.module.css';

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** One of many, found by a part of its name; nothing chosen is any of them. A native list of so many is scrolled, not read. */
export function ChoiceField<T extends string>({
  label,
  any,
  value,
  choices,
  onChange,
}: {
  label: string;
  /** What stands where nothing is chosen. */
  any: string;
  value: T | undefined;
  choices: readonly Choice<T>[];
  onChange: (value: T | undefined) => void;
}) {
  const say = useWords(componentWords);
  const id = useId();
  return (
    <Combobox.Root
      items={choices}
      value={choices.find((one) => one.value === value) ?? null}
      onValueChange={(chosen) => onChange(chosen?.value)}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
    >
      <div className={styles.field}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <Combobox.InputGroup className={styles.well}>
          <Combobox.Input id={id} className={styles.input} placeholder={any} />
          <Combobox.Clear className={styles.key} aria-label={say('clearOf', { what: label })}>
            <CloseIcon size={18} />
          </Combobox.Clear>
          <Combobox.Trigger className={styles.key} aria-label={say('showAll', { what: label })}>
            <ExpandIcon size={18} />
          </Combobox.Trigger>
        </Combobox.InputGroup>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className={menuStyles.positioner}>
          <Combobox.Popup className={`${menuStyles.menu} ${styles.popup}`}>
            <Combobox.Empty>
              <p className={styles.nothing}>{say('empty')}</p>
            </Combobox.Empty>
            <Combobox.List>
              {(choice: Choice<T>) => (
                <Combobox.Item key={choice.value} value={choice} className={menuStyles.item}>
                  {choice.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
