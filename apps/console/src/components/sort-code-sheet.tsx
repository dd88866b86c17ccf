import type { BuiltPath } from '@holdfast/contract/calls';
import { SORT_CODE_MAX } from '@holdfast/contract/member';
import { useWords } from '@holdfast/client/i18n';
import { Field, Notice, SelectField } from '@holdfast/ui';
import { useState } from 'react';
import { ReasonDialog } from './reason-dialog.tsx';
import { sortCodeWords } from './sort-code.words.ts';

interface SortCode {
  readonly code: number;
  readonly offset: number;
}

export interface SortCodeChange {
  readonly which: keyof SortCode;
  readonly value: string;
  readonly reason: string;
}

/** Asks for another sort code, or another offset, and says what rank it gives. */
export function SortCodeSheet({
  whose,
  sortCode,
  touches,
  onChange,
  onClose,
}: {
  whose: string;
  sortCode: SortCode;
  /** What shows it. */
  touches: readonly BuiltPath[];
  onChange: (change: SortCodeChange) => Promise<void>;
  onClose: () => void;
}) {
  const say = useWords(sortCodeWords);
  const [which, setWhich] = useState<keyof SortCode>('code');
  const [typed, setTyped] = useState({ code: String(sortCode.code), offset: String(sortCode.offset) });
  const value = typed[which].trim();
  const rank = Number(value) + (which === 'code' ? sortCode.offset : sortCode.code);
  const fits =
    /^-?\d+$/.test(value) && rank >= 0 && rank <= SORT_CODE_MAX && (which === 'offset' || Number(value) >= 0);
  return (
    <ReasonDialog
      title={say('title')}
      draft={`why sort code ${whose}`}
      touches={touches}
      whom={whose}
      confirm={say('confirm')}
      onClose={onClose}
      onConfirm={(reason) => onChange({ which, value, reason })}
    >
      <Notice tone="neutral">{say('note')}</Notice>
      <SelectField
        label={say('which')}
        value={which}
        onChange={(event) => setWhich(event.target.value === 'offset' ? 'offset' : 'code')}
      >
        <option value="code">{say('code')}</option>
        <option value="offset">{say('offset')}</option>
      </SelectField>
      <Field
        label={say(which === 'code' ? 'newCode' : 'newOffset')}
        inputMode={which === 'code' ? 'numeric' : 'text'}
        value={typed[which]}
        maxLength={5}
        hint={fits ? say('rank', { rank }) : undefined}
        error={fits ? undefined : say('outside')}
        onChange={(event) => setTyped({ ...typed, [which]: event.target.value })}
      />
    </ReasonDialog>
  );
}
