import { isRemarkTooLong, normalizeRemark, REMARK_LENGTH_MAX, remarkFaults } from '@holdfast/contract/rules';
import { LongField } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import styles from './listings.module.css';
import { remarkWords } from './remark.words.ts';

/** What the server may still say of it. */
export const REMARK_REFUSALS = [
  'REMARK_REFUSED',
  'REMARK_TOO_LONG',
  'REMARK_REMOVED_BEFORE',
  'REMARKS_WAITING',
] as const;

const lengthOf = (text: string) => Array.from(normalizeRemark(text)).length;

/** Whether it can be published as far as this device knows; the server looks again. */
export function isRemarkFine(typed: string): boolean {
  const text = normalizeRemark(typed);
  return !isRemarkTooLong(text) && remarkFaults(text).length === 0;
}

/** What a command says of it: nothing where nothing is typed. */
export const remarkInput = (typed: string): { remark?: string } =>
  normalizeRemark(typed) === '' ? {} : { remark: normalizeRemark(typed) };

/** What its owner says; what cannot be said is marked while it is typed, and what was typed stays. */
export function RemarkField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const say = useWords(remarkWords);
  const text = normalizeRemark(value);
  const left = REMARK_LENGTH_MAX - lengthOf(value);
  const faults = remarkFaults(text);
  // An address is a link too; that one cannot be reached there says more.
  const fault = faults.find(({ kind }) => kind === 'contact') ?? faults[0];
  const error =
    left < 0 ? say('tooLong', { over: -left, max: REMARK_LENGTH_MAX }) : fault && say(`fault.${fault.kind}`);
  return (
    <div>
      <LongField
        label={say('label')}
        hint={say('hint', { left: Math.max(0, left) })}
        rows={3}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault && (
        <p className={styles.note}>
          {say('found')} {text.slice(Math.max(0, fault.from - 12), fault.from)}
          <mark className={styles.found}>{text.slice(fault.from, fault.to)}</mark>
          {text.slice(fault.to, fault.to + 12)}
        </p>
      )}
    </div>
  );
}
