import { BANKS, findBank } from '@holdfast/contract/rules';
import { SelectField } from '@holdfast/ui';
import { useWords, inLanguage } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';
import { formPartWords } from './form-parts.words.ts';

/** Names a bank by its code, `822 中國信託銀行`; one that this build does not know keeps its code. */
export function useBankName(): (code: string) => string {
  const { language } = useSettings();
  return (code) => {
    const bank = findBank(code);
    return `${code} ${bank ? inLanguage(bank, language) : ''}`.trim();
  };
}

interface BankSelectProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
}

/** A bank of Taiwan by code and name. */
export function BankSelect({ label, value, onChange, error }: BankSelectProps) {
  const say = useWords(formPartWords);
  const bankName = useBankName();
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)} error={error}>
      <option value="">{say('chooseBank')}</option>
      {BANKS.map(({ code }) => (
        <option key={code} value={code}>
          {bankName(code)}
        </option>
      ))}
    </SelectField>
  );
}
