import { Field } from '@holdfast/ui';
import { useId, useState, type KeyboardEvent } from 'react';
import { useWords, withoutMarks } from '@holdfast/client/i18n';
import { useBankName } from './bank.tsx';
import { searchBanks } from './search-banks.ts';
import styles from './components.module.css';
import { formPartWords } from './form-parts.words.ts';

interface BankSearchProps {
  label: string;
  /** A bank's code, or '' while none is chosen. */
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
}

/** What is typed, which banks fit, and which of them the keys stand on. */
function useSearch(onChange: (code: string) => void) {
  /** Undefined while nothing is being typed: then the field says which bank is chosen. */
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const banks = searchBanks(typed ?? '');
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setActive(0);
  };
  const choose = (code: string) => {
    onChange(code);
    close();
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
    setOpen(true);
  };
  // Whoever leaves the field after typing what fits one bank alone means that bank.
  const leave = () => {
    const [only, ...others] = typed ? banks : [];
    if (only && others.length === 0) choose(only.code);
    else close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const bank = banks[active];
    if (step !== undefined) {
      setOpen(true);
      if (isOpen) setActive(Math.min(Math.max(active + step, 0), banks.length - 1));
    } else if (event.key === 'Enter' && isOpen && bank) choose(bank.code);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    // Neither is the form sent, nor the panel closed, while the list is what the keys are for.
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    typed,
    banks,
    marked: banks[active],
    isOpen,
    open: () => setOpen(true),
    type,
    choose,
    leave,
    onKeyDown,
  };
}

/** A bank of Taiwan, found by its code or its name: a text field with the banks that fit below it. */
export function BankSearch({ label, value, onChange, error }: BankSearchProps) {
  const say = useWords(formPartWords);
  const bankName = useBankName();
  const listId = useId();
  const { typed, banks, marked, isOpen, open, type, choose, leave, onKeyDown } = useSearch(onChange);
  const optionId = (code: string) => `${listId}-${code}`;
  return (
    <div className={styles.search}>
      <Field
        label={label}
        role="combobox"
        aria-expanded={isOpen && marked !== undefined}
        aria-controls={isOpen && marked ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && marked ? optionId(marked.code) : undefined}
        autoComplete="off"
        placeholder={say('searchBank')}
        value={typed ?? (value === '' ? '' : withoutMarks(bankName(value)))}
        onFocus={(event) => event.target.select()}
        onClick={open}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
        error={error}
      />
      {isOpen && marked && (
        <ul id={listId} role="listbox" aria-label={label} className={styles.found}>
          {banks.map(({ code }) => (
            <li
              key={code}
              id={optionId(code)}
              ref={(item) => {
                if (code === marked.code) item?.scrollIntoView?.({ block: 'nearest' });
              }}
              role="option"
              aria-selected={code === marked.code}
              // The field keeps the focus, and so does not close the list before the choice.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(code)}
            >
              {bankName(code)}
            </li>
          ))}
        </ul>
      )}
      {isOpen && marked === undefined && (
        <p role="status" className={styles.found}>
          {say('noBank')}
        </p>
      )}
    </div>
  );
}
