import type { CallOutput } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import type { AppError } from '@holdfast/kernel';
import {
  BrandMark,
  Button,
  Card,
  Field,
  Notice,
  PasswordField,
  Segmented,
  Sheet,
  useServerTime,
} from '@holdfast/ui';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { useAction, useErrorText, type Action } from '@holdfast/client/calls';
import { dayAndTime, messageLanguage, useWords, LANGUAGE_OPTIONS } from '@holdfast/client/i18n';
import { typedEarly } from '#platform/first-paint/static-page.ts';
import { Link, useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useServerStatus, useServices, useSettings, useWaitingNotices } from '#state/services.tsx';
import { registeredOf } from '#state/device-records.ts';
import { SupportLink } from '#components/support-link.tsx';
import { useZoned } from '#components/zone-note.tsx';
import type { CodeOnItsWay } from './code-step.tsx';
import { signInWords } from './sign-in.words.ts';
import styles from './sign-in.module.css';

/** Few ever see it, and the first paint waits for no more than it shows. */
const CodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }));

const AuthenticatorStep = lazy(async () => ({
  default: (await import('./authenticator-step.tsx')).AuthenticatorStep,
}));

/** Sign-in. Where the member goes afterwards is the shell's affair: it follows the stored member data. */
export function SignInScreen() {
  const say = useWords(signInWords);
  return (
    <main className={styles.page}>
      <header className={styles.hero}>
        <div>
          <span className={styles.mark}>
            <BrandMark size={52} />
          </span>
          <h1 className={styles.name}>{say('brand')}</h1>
          <p className={styles.promise}>
            {say('promise')}
            <br />
            {say('promiseMore')}
          </p>
        </div>
      </header>
      <div className={styles.sheet}>
        <div className={styles.form}>
          <Maintenance />
          <QuietEnd />
          <SignInForm />
          <Foot />
        </div>
      </div>
    </main>
  );
}

function SignInForm() {
  const say = useWords(signInWords);
  const errorText = useErrorText();
  const { typedAccount, tab } = useServices();
  const [account, setAccount] = useState(
    () => typedEarly('account') || (registeredOf(tab).read()?.account ?? ''),
  );
  const [password, setPassword] = useState(() => typedEarly('password'));
  const [wasTried, setTried] = useState(false);
  const forgetPassword = () => {
    setPassword('');
    setTried(false);
  };
  const login = useLogIn({ account: account.trim().toLowerCase(), password }, forgetPassword);
  /** Whoever comes back from a recovery has another password, and the wait for the old one is over. */
  const forgetTry = () => {
    login.forgetError();
    forgetPassword();
  };
  const seconds = useWait(login.error);
  // Once the wait is over there is nothing left to say of it.
  const refusal = login.error?.code === 'SIGN_IN_DELAYED' && seconds === 0 ? undefined : login.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (seconds > 0) return;
    setTried(true);
    if (account.trim() !== '' && password !== '') void login.run();
  };
  return (
    <>
      <form onSubmit={submit} noValidate className={styles.fields}>
        <h2 className={styles.formTitle}>{say('title')}</h2>
        <Field
          label={say('account')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={account}
          onChange={(event) => {
            typedAccount.keep(event.target.value.trim().toLowerCase());
            setAccount(event.target.value);
          }}
          error={wasTried && account.trim() === '' ? say('accountMissing') : undefined}
        />
        <PasswordField
          label={say('password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={
            refusal ? errorText(refusal) : wasTried && password === '' ? say('passwordMissing') : undefined
          }
        />
        {login.error?.code === 'LOGIN_FORBIDDEN' && (
          <WayOut reason={login.error.data['reason']} onLeave={login.forgetError} />
        )}
        <Button type="submit" block large busy={login.isBusy} disabled={seconds > 0}>
          {seconds > 0 ? say('wait', { seconds }) : say('submit')}
        </Button>
        <PasskeyButton passkey={login.passkey} />
        <OtherWays onForgotten={forgetTry} />
      </form>
      {/* No part of the form: a code that is sent with Enter signs nobody in a second time. */}
      <Code login={login} />
      <Authenticator login={login} />
    </>
  );
}

interface Typed {
  readonly account: string;
  readonly password: string;
}

/** What opens a session, or leads on to another password. */
type Entered = Extract<CallOutput<'/member/login'>, { access_token: string } | { reset_token: string }>;

const PASSKEY_SHOWN = [
  'PASSKEY_WRONG',
  'PASSKEY_UNAVAILABLE',
  'TICKET_INVALID',
  'LOGIN_FORBIDDEN',
  'RATE_LIMITED',
] as const;

/** What a sign-in has shown besides the password, and what is asked for next. */
interface Shown {
  readonly ticket?: string;
  readonly step?: string;
}

/** The refusals of a sign-in that stand under the password. */
const SHOWN = [
  'SIGN_IN_FAILED',
  'SIGN_IN_DELAYED',
  'LOGIN_FORBIDDEN',
  'TICKET_INVALID',
  'CODE_TOO_SOON',
  'CODE_LIMIT',
  'RATE_LIMITED',
] as const;

/** The sign-in. With a marked password it leads on to where that is changed, with an account that is being guessed at to a code. */
function useLogIn({ account, password }: Typed, onMarked: () => void) {
  const { callApi, session, device, installId, passkeys, pendingReset, typedAccount, tab } = useServices();
  const router = useRouter();
  const lang = messageLanguage(useSettings().language);
  const [code, setCode] = useState<CodeOnItsWay>();
  const [second, setSecond] = useState<Shown>();
  const take = (whose: string, answer: Entered) => {
    typedAccount.keep(undefined);
    registeredOf(tab).clear();
    if ('access_token' in answer) return session.signIn(answer, device());
    pendingReset.keep({ account: whose, token: answer.reset_token, codesTo: answer.codesTo });
    onMarked();
    return router.go(screenAddress('/login', { panel: 'forced-reset' }));
  };
  const enter = async (shown: Shown & { readonly code?: string } = {}) => {
    const input = { account, password, installId: installId(), lang, ...shown };
    const answer = await callApi('/member/login', { input });
    setCode('codeId' in answer ? answer : undefined);
    // The ticket of a code to an address is shown again with the second step.
    setSecond(
      'step' in answer
        ? { ...(shown.ticket !== undefined && { ticket: shown.ticket }), step: answer.step }
        : undefined,
    );
    if ('codeId' in answer || 'step' in answer) return undefined;
    return take(account, answer);
  };
  const passkey = useAction(
    async () => {
      const keys = await passkeys();
      if (!keys.isAvailable()) throw appError('PASSKEY_UNAVAILABLE');
      const { setup, passkeyQuestion } = await callApi('/member/passkey-sign-in/begin', {});
      const passkeyAnswer = await keys.sign(passkeyQuestion);
      if (passkeyAnswer === undefined) return;
      const input = { setup, passkeyAnswer, installId: installId() };
      const answer = await callApi('/member/passkey-sign-in', { input });
      take(answer.account, answer);
    },
    { shows: PASSKEY_SHOWN },
  );
  const login = useAction((ticket?: string) => enter(ticket === undefined ? {} : { ticket }), {
    shows: SHOWN,
  });
  const resend = useAction(() => enter(), { shows: SHOWN });
  const checkSecond = useAction((typed: string) => enter({ ...second, code: typed }), {
    shows: [...SHOWN, 'AUTHENTICATOR_CODE_WRONG'],
  });
  const leaveSecond = () => {
    checkSecond.forgetError();
    setSecond(undefined);
  };
  const leaveCode = () => setCode(undefined);
  const takeTicket = (ticket: string) => {
    leaveCode();
    return login.run(ticket);
  };
  return { ...login, code, resend, leaveCode, takeTicket, second, checkSecond, leaveSecond, passkey };
}

function Code({ login: { code, resend, takeTicket, leaveCode } }: { login: ReturnType<typeof useLogIn> }) {
  if (!code) return null;
  return (
    <Suspense>
      <CodeStep code={code} resend={resend} onTicket={takeTicket} onClose={leaveCode} />
    </Suspense>
  );
}

function Authenticator({
  login: { second, checkSecond, leaveSecond },
}: {
  login: ReturnType<typeof useLogIn>;
}) {
  if (!second) return null;
  return (
    <Suspense>
      <AuthenticatorStep check={checkSecond} onClose={leaveSecond} />
    </Suspense>
  );
}

/** Seconds until another try is compared, after too many that were wrong. */
function useWait(error: AppError | undefined): number {
  const until = error?.code === 'SIGN_IN_DELAYED' ? Date.parse(String(error.data['until'])) : 0;
  return useServerTime((now) => Math.max(0, Math.ceil((until - now) / 1000)));
}

/** For whom the account is closed. Whoever comes back from unfreezing it may be let in: what was refused before is no news any more. */
function WayOut({ reason, onLeave }: { reason: unknown; onLeave: () => void }) {
  const say = useWords(signInWords);
  if (reason !== 'freeze') return <SupportLink />;
  return (
    <Link className={styles.link} to={screenAddress('/login', { panel: 'unfreeze' })} onClick={onLeave}>
      {say('unfreeze')}
    </Link>
  );
}

/** Its code comes with the first tap. It stands in the page from the first paint, which knows no browser. */
function PasskeyButton({ passkey }: { passkey: Action<[]> }) {
  const say = useWords(signInWords);
  const errorText = useErrorText();
  return (
    <>
      <Button look="quiet" block busy={passkey.isBusy} onClick={() => void passkey.run()}>
        {say('passkey')}
      </Button>
      {passkey.error && (
        <Notice tone="refused" isAlert>
          {errorText(passkey.error)}
        </Notice>
      )}
    </>
  );
}

/** For who cannot sign in, or not yet. */
function OtherWays({ onForgotten }: { onForgotten: () => void }) {
  const say = useWords(signInWords);
  return (
    <>
      <p className={styles.links}>
        <Link
          className={styles.link}
          to={screenAddress('/login', { panel: 'forgotten' })}
          onClick={onForgotten}
        >
          {say('forgotten')}
        </Link>
      </p>
      <p className={styles.links}>
        <span className={styles.soft}>{say('noAccount')}</span>
        <Link className={styles.link} to={screenAddress('/login', { panel: 'register' })}>
          {say('register')}
        </Link>
      </p>
    </>
  );
}

/** Said before somebody tries: a sign-in during maintenance would only be refused. */
function Maintenance() {
  const say = useWords(signInWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const zoned = useZoned();
  const until = useServerStatus()?.maintenanceUntil;
  if (until === undefined || until === null) return null;
  return (
    <Notice tone="held" isAlert>
      {say('maintenance', { time: zoned(dayAndTime(until, serverNow(), language)) })}
    </Notice>
  );
}

const END_WORDS = { 'signed-out': 'endedHere', unknown: 'endedUnknown' } as const;

/** How the session ended that this tab had, where no dialog says it. */
function QuietEnd() {
  const say = useWords(signInWords);
  const { quietEnd } = useWaitingNotices();
  return <div role="status">{quietEnd && <Notice tone="neutral">{say(END_WORDS[quietEnd])}</Notice>}</div>;
}

function Version() {
  const say = useWords(signInWords);
  const { status } = useServices();
  const newest = useServerStatus()?.newestVersion ?? status.version;
  if (newest === status.version)
    return <p className={styles.version}>{say('version', { version: newest })}</p>;
  return (
    <Button look="text" onClick={() => globalThis.location.reload()}>
      {say('newVersion', { version: newest })}
    </Button>
  );
}

function Foot() {
  const say = useWords(signInWords);
  const { serverFingerprint, settings } = useServices();
  const { language } = useSettings();
  const [isOpen, setOpen] = useState(false);
  return (
    <footer className={styles.foot}>
      <Segmented
        label={say('language')}
        value={language}
        onChange={(next) => settings.change({ language: next })}
        options={LANGUAGE_OPTIONS}
      />
      <button type="button" className={styles.fingerprint} onClick={() => setOpen(true)}>
        {say('secure')} {serverFingerprint.slice(0, 4)}…{serverFingerprint.slice(-2)}
      </button>
      <Version />
      {isOpen && (
        <Sheet title={say('fingerprint')} onClose={() => setOpen(false)}>
          <Card>
            <code className={styles.digits}>{serverFingerprint.match(/.{1,4}/g)?.join(' ')}</code>
          </Card>
          <p className={styles.why}>{say('fingerprintWhy')}</p>
        </Sheet>
      )}
    </footer>
  );
}
