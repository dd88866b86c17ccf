import { useWords } from '@holdfast/client/i18n';
import { needsTwo, ruleOf, type SettingRule } from '@holdfast/contract/settings';
import { formatPercent } from '@holdfast/kernel';
import { Button, Checkbox, Field, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { useSettingText } from '#components/setting-text.ts';
import { useServices } from '#state/services.tsx';
import { useDraft } from '#state/use-draft.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { readChange, type Change, type Problems } from './read-change.ts';
import type { Setting } from './setting.ts';
import { settingsWords } from './settings.words.ts';

const NONE: Problems = {};

/** What a setting becomes and when; then what that does, and why. What is typed is there again after Back or a reload. */
export function ChangeSheet({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const { serverNow } = useServices();
  const { name } = setting;
  const [draft, setDraft] = useDraft(`setting ${name}`);
  const [problems, setProblems] = useState(NONE);
  const [asked, setAsked] = useState<Change>();
  if (asked)
    return (
      <ConfirmSheet
        change={asked}
        onDone={() => setDraft({})}
        onClose={onClose}
        onBack={() => setAsked(undefined)}
      />
    );
  return (
    <Sheet
      title={text.name(name)}
      onClose={onClose}
      foot={
        <Button type="submit" form="setting" block>
          {say('continue')}
        </Button>
      }
    >
      <form
        id="setting"
        className={stackClass}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const read = readChange(setting, draft, serverNow());
          setProblems(read.problems);
          setAsked(read.change);
        }}
      >
        <p className={componentStyles.quiet}>{text.effect(name)}</p>
        <ValueField
          setting={setting}
          typed={draft['value']}
          error={problems.value && say(problems.value)}
          onType={(value) => setDraft({ ...draft, value })}
        />
        <Field
          type="datetime-local"
          label={say('startsAt')}
          hint={say(needsTwo(name) ? 'startHintTwo' : 'startHint')}
          value={draft['startsAt'] ?? ''}
          error={problems.startsAt && say(problems.startsAt)}
          onChange={(event) => setDraft({ ...draft, startsAt: event.target.value })}
        />
      </form>
    </Sheet>
  );
}

interface ValueFieldProps {
  setting: Setting;
  typed: string | undefined;
  error: string | undefined;
  onType: (typed: string) => void;
}

function ValueField(props: ValueFieldProps) {
  const rule = ruleOf(props.setting.name);
  return rule.type === 'choices' ? (
    <Choices {...props} choices={rule.choices} />
  ) : (
    <NumberField {...props} rule={rule} />
  );
}

type NumberRule = Extract<SettingRule, { type: 'number' }>;

function NumberField({
  setting: { name },
  rule,
  typed = '',
  error,
  onType,
}: ValueFieldProps & { rule: NumberRule }) {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const isPercent = rule.unit === 'basisPoints';
  const [min, max] = [rule.min, rule.max];
  const hint = isPercent
    ? say('percentHint', { min: formatPercent(min), max: formatPercent(max) })
    : say('rangeHint', { min: text.value(name, String(min)), max: text.value(name, String(max)) });
  return (
    <Field
      label={say('newValue')}
      hint={hint}
      inputMode={isPercent ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={6}
      value={typed}
      error={error}
      onChange={(event) => onType(event.target.value)}
      data-autofocus
    />
  );
}

/** Ticked are those that hold now, until somebody ticks otherwise. */
function Choices({
  setting: { name, value },
  choices,
  typed = value,
  error,
  onType,
}: ValueFieldProps & { choices: readonly number[] }) {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const chosen = typed.split(',').map(Number);
  const toggle = (choice: number) =>
    onType(choices.filter((each) => (each === choice) !== chosen.includes(each)).join(','));
  return (
    <fieldset className={stackClass}>
      <legend>{say('newValue')}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={text.value(name, String(choice))}
          checked={chosen.includes(choice)}
          onChange={() => toggle(choice)}
        />
      ))}
      <p className={componentStyles.quiet} role={error === undefined ? undefined : 'alert'}>
        {error ?? say('choicesHint')}
      </p>
    </fieldset>
  );
}
