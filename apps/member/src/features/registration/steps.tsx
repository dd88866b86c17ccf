import { accountClauses, allHold, nicknameClauses, passwordClauses, type Clauses } from '@holdfast/contract';
import { Button, Field, Notice, PasswordField, RuleTicks } from '@holdfast/ui';
import type { FormEvent, ReactNode } from 'react';
import { useWords } from '#platform/i18n/use-words.ts';
import { useDuplicateCheck, type Availability } from './use-duplicate-check.ts';
import styles from './registration.module.css';
import { registrationWords } from './registration.words.ts';

export interface Who {
  account: string;
  nick: string;
}

type RuleKey = `${'account' | 'nick' | 'password'}.${string}` & keyof (typeof registrationWords)['zh-TW'];

function Ticks({ rules, prefix }: { rules: Clauses; prefix: 'account' | 'nick' | 'password' }) {
  const say = useWords(registrationWords);
  const ticks = Object.entries(rules).map(([name, met]) => ({
    text: say(`${prefix}.${name}` as RuleKey),
    met,
  }));
  return <RuleTicks rules={ticks} />;
}

function StepForm({
  title,
  text,
  isReady,
  onNext,
  children,
}: {
  title: string;
  text: string;
  isReady: boolean;
  onNext: () => void;
  children: ReactNode;
}) {
  const say = useWords(registrationWords);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onNext();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h3 className={styles.heading}>{title}</h3>
      <p className={styles.text}>{text}</p>
      {children}
      <Button type="submit" block large disabled={!isReady}>
        {say('next')}
      </Button>
    </form>
  );
}

/** Account and nickname: the rules tick while one types, and whether somebody has the name already shows before one asks. */
export function WhoStep({
  who,
  onChange,
  refusal,
  onNext,
}: {
  who: Who;
  onChange: (who: Who) => void;
  refusal: string | undefined;
  onNext: () => void;
}) {
  const say = useWords(registrationWords);
  const accountRules = accountClauses(who.account);
  const nickRules = nicknameClauses(who.nick);
  const isAccountValid = allHold(accountRules);
  const isNickValid = allHold(nickRules);
  const account = useDuplicateCheck('account', who.account, isAccountValid);
  const nick = useDuplicateCheck('nick', who.nick, isNickValid);
  const isReady = isAccountValid && isNickValid && account !== 'taken' && nick !== 'taken';
  const hintOf = (found: Availability, free: string) =>
    found === 'checking' ? say('checking') : found === 'free' ? free : undefined;
  return (
    <StepForm title={say('whoTitle')} text={say('whoText')} isReady={isReady} onNext={onNext}>
      {refusal && (
        <Notice tone="refused" isAlert>
          {refusal}
        </Notice>
      )}
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
            <Ticks rules={accountRules} prefix="account" />
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
        hint={isNickValid ? hintOf(nick, say('nickFree')) : <Ticks rules={nickRules} prefix="nick" />}
        error={nick === 'taken' ? say('nickTaken') : undefined}
      />
    </StepForm>
  );
}

export function PasswordStep({
  password,
  onChange,
  refusal,
  onNext,
}: {
  password: string;
  onChange: (password: string) => void;
  refusal: string | undefined;
  onNext: () => void;
}) {
  const say = useWords(registrationWords);
  const rules = passwordClauses(password);
  return (
    <StepForm
      title={say('passwordTitle')}
      text={say('passwordText')}
      isReady={allHold(rules)}
      onNext={onNext}
    >
      <PasswordField
        label={say('password')}
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => onChange(event.target.value)}
        hint={<Ticks rules={rules} prefix="password" />}
        error={refusal}
        data-autofocus
      />
    </StepForm>
  );
}
