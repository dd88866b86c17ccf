import {
  accountClauses,
  allHold,
  nicknameClauses,
  passwordClauses,
  plainPasswordClauses,
} from '@holdfast/contract/rules';
import type { AppError } from '@holdfast/kernel';
import { Field, PasswordField, RuleTicks } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { recordOf, text } from '@holdfast/client/storage';
import { Refusal } from '#components/refusal.tsx';
import { StepForm } from '#components/step-form.tsx';
import { useDuplicateCheck, type Availability } from './use-duplicate-check.ts';
import { registrationWords } from './registration.words.ts';

export interface Who {
  account: string;
  nick: string;
}

export const readWho = recordOf<Who>({ account: text, nick: text });

interface WhoStepProps {
  who: Who;
  /** The member's present names, where there are any: those are not taken but theirs. */
  own?: Who;
  onChange: (who: Who) => void;
  error: AppError | undefined;
  /** What the button says; otherwise that it leads on. */
  action?: string;
  isBusy?: boolean;
  onNext: () => void;
}

/** Account and nickname: the rules tick while one types, and whether somebody has the name already shows before one asks. */
export function WhoStep({ who, own, onChange, error, action, isBusy = false, onNext }: WhoStepProps) {
  const say = useWords(registrationWords);
  const accountRules = accountClauses(who.account);
  const nickRules = nicknameClauses(who.nick);
  const isAccountValid = allHold(accountRules);
  const isNickValid = allHold(nickRules);
  const account = useDuplicateCheck('account', who.account, isAccountValid && who.account !== own?.account);
  const nick = useDuplicateCheck('nick', who.nick, isNickValid && who.nick !== own?.nick);
  const isNew = who.account !== own?.account || who.nick !== own?.nick;
  const isReady = isNew && isAccountValid && isNickValid && account !== 'taken' && nick !== 'taken';
  const hintOf = (found: Availability, free: string) =>
    found === 'checking' ? say('checking') : found === 'free' ? free : undefined;
  return (
    <StepForm
      title={say('whoTitle')}
      text={say('whoText')}
      submit={action ?? say('next')}
      isReady={isReady}
      isBusy={isBusy}
      onSubmit={onNext}
    >
      <Refusal error={error} />
      <Field
        label={say('account')}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={15}
        value={who.account}
        onChange={(event) => onChange({ ...who, account: event.target.value.toLowerCase() })}
        hint={
          isAccountValid ? (
            hintOf(account, say('accountFree'))
          ) : (
            <RuleTicks rules={accountRules} textOf={(name) => say(`account.${name}`)} />
          )
        }
        error={account === 'taken' ? say('accountTaken') : undefined}
        data-autofocus
      />
      <Field
        label={say('nick')}
        name="nick"
        autoComplete="nickname"
        value={who.nick}
        onChange={(event) => onChange({ ...who, nick: event.target.value })}
        hint={
          isNickValid ? (
            hintOf(nick, say('nickFree'))
          ) : (
            <RuleTicks rules={nickRules} textOf={(name) => say(`nick.${name}`)} />
          )
        }
        error={nick === 'taken' ? say('nickTaken') : undefined}
      />
    </StepForm>
  );
}

export function PasswordStep({
  password,
  isPlain,
  onChange,
  refusal,
  onNext,
}: {
  password: string;
  /** Variant two of the rule: without special characters. */
  isPlain: boolean;
  onChange: (password: string) => void;
  refusal: string | undefined;
  onNext: () => void;
}) {
  const say = useWords(registrationWords);
  const rules = (isPlain ? plainPasswordClauses : passwordClauses)(password);
  return (
    <StepForm
      title={say('passwordTitle')}
      text={say('passwordText')}
      submit={say('next')}
      isReady={allHold(rules)}
      onSubmit={onNext}
    >
      <PasswordField
        label={say('password')}
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => onChange(event.target.value)}
        hint={<RuleTicks rules={rules} textOf={(name) => say(`${isPlain ? 'plain' : 'password'}.${name}`)} />}
        error={refusal}
        data-autofocus
      />
    </StepForm>
  );
}
