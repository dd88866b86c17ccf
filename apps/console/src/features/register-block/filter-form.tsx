import { REGISTER_BLOCK_KINDS } from '@holdfast/contract/member';
import { useWords } from '@holdfast/client/i18n';
import { Field, SelectField } from '@holdfast/ui';
import { useRef, useState } from 'react';
import { SearchForm } from '#components/search-form.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import type { Filters } from './block.ts';
import { registerBlockWords } from './register-block.words.ts';

type Typed = Readonly<Record<'kind' | 'state' | 'pattern', string>>;

const STATES = ['live', 'ended'] as const;

/** What was typed, without what says nothing. */
function filtersOf({ kind, state, pattern }: Typed): Filters {
  const chosenKind = REGISTER_BLOCK_KINDS.find((one) => one === kind);
  const chosenState = STATES.find((one) => one === state);
  return {
    ...(chosenKind && { kind: chosenKind }),
    ...(chosenState && { state: chosenState }),
    ...(pattern.trim() !== '' && { pattern: pattern.trim() }),
  };
}

/** Which rules are shown. */
export function FilterForm({
  filters,
  onSearch,
}: {
  filters: Filters;
  onSearch: (filters: Filters) => void;
}) {
  const [typed, setTyped] = useState<Typed>({ kind: '', state: '', pattern: '', ...filters });
  const [isAsked, setAsked] = useState(false);
  const lacksKind = typed.pattern.trim() !== '' && typed.kind === '';
  return (
    <SearchForm
      onSearch={() => {
        setAsked(true);
        if (!lacksKind) onSearch(filtersOf(typed));
      }}
      onClear={Object.keys(filters).length > 0 ? () => onSearch({}) : undefined}
    >
      <Choices typed={typed} setTyped={setTyped} isKindAsked={isAsked && lacksKind} />
    </SearchForm>
  );
}

interface ChoicesProps {
  typed: Typed;
  setTyped: (typed: Typed) => void;
  isKindAsked: boolean;
}

function Choices({ typed, setTyped, isKindAsked }: ChoicesProps) {
  const say = useWords(registerBlockWords);
  const first = useRef<HTMLSelectElement>(null);
  useShortcuts([{ keys: '/', label: say('focusSearch'), run: () => first.current?.focus() }]);
  const { kind } = filtersOf(typed);
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <>
      <SelectField
        {...field('kind')}
        ref={first}
        label={say('kind')}
        error={isKindAsked ? say('needsKind') : undefined}
      >
        <option value="">{say('anyKind')}</option>
        {REGISTER_BLOCK_KINDS.map((one) => (
          <option key={one} value={one}>
            {say(`kind-${one}`)}
          </option>
        ))}
      </SelectField>
      <SelectField {...field('state')} label={say('state')}>
        <option value="">{say('anyState')}</option>
        {STATES.map((one) => (
          <option key={one} value={one}>
            {say(one)}
          </option>
        ))}
      </SelectField>
      <Field
        {...field('pattern')}
        label={say('pattern')}
        hint={kind ? say(`hint-${kind}`) : say('patternSearchHint')}
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}
