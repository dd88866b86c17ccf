import { useState } from 'react';
import { useErrorText } from '@holdfast/client/calls';
import { flag, recordOf, text } from '@holdfast/client/storage';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useServices } from '#state/services.tsx';
import { registeredOf } from '#state/device-records.ts';
import type { Who } from './steps.tsx';
import { useRegistration } from './use-registration.ts';

/** Both ways to become a member, step by step; the last thing asked is always the code of a number. */
const WAYS = {
  full: ['who', 'password', 'secret', 'secret-again', 'mobile', 'code', 'done'],
  fast: ['password', 'mobile', 'code', 'done'],
} as const;
export type Step = (typeof WAYS)['full'][number];

/** Where a refusal of the server can be mended; what is not named here is mended by another number, or by waiting. */
const MENDED_AT: Readonly<Record<string, Step>> = {
  ACCOUNT_TAKEN: 'who',
  NICKNAME_TAKEN: 'who',
  PARAMETERS_INVALID: 'who',
  PASSWORD_BREACHED: 'password',
};

/** What is typed and no secret: it survives a reload. The password and the code are asked again then. */
interface Typed extends Who {
  readonly mobile: string;
  readonly isFast: boolean;
}
const readTyped = recordOf<Typed>({ account: text, nick: text, mobile: text, isFast: flag });
const NOTHING_TYPED: Typed = { account: '', nick: '', mobile: '', isFast: false };

/** What is typed: kept in the tab as far as it is no secret. */
function useTyped() {
  const [typed, setTyped, forgetTyped] = useFormDraft('registration', {
    read: readTyped,
    initial: NOTHING_TYPED,
  });
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState('');
  const forget = () => {
    setPassword('');
    setSecret('');
    forgetTyped();
  };
  return { typed, setTyped, password, setPassword, secret, setSecret, forget };
}

export type RegistrationForm = ReturnType<typeof useRegistrationForm>;

/** What is typed, where the member is, and what leads where. */
export function useRegistrationForm(onClose: () => void) {
  const errorText = useErrorText();
  const { session, device, tab, typedAccount } = useServices();
  const [kept] = useState(() => registeredOf(tab));
  // Who has come of it. After a reload that is all there is: the session was in memory, and the password has to open another.
  const [registered, setRegistered] = useState(kept.read);
  const { forget, ...asked } = useTyped();
  const { typed, setTyped, password, secret } = asked;
  const isFast = registered?.isFast ?? typed.isFast;
  const [step, setStep] = useState<Step>(registered ? 'done' : WAYS[isFast ? 'fast' : 'full'][0]);
  const registration = useRegistration({
    password,
    ...(!isFast && { account: typed.account, nick: typed.nick, newTranspass: secret }),
    onSent: () => setStep('code'),
    onDone({ account, nick }) {
      const made = { account, nick, isFast };
      kept.write(made);
      // What was secret is sent and done with; the page that says so may stay open for long.
      forget();
      setRegistered(made);
      setStep('done');
    },
  });
  const { send, check, register, login } = registration;

  const steps: readonly Step[] = WAYS[isFast ? 'fast' : 'full'];
  const { error } = register;
  const mendedAt = error && MENDED_AT[error.code];
  // The step on the screen: that of the member's own progress, or the one where a refusal is mended.
  const shown = error ? (mendedAt && steps.includes(mendedAt) ? mendedAt : 'mobile') : step;
  const isBusy = register.isBusy || send.isBusy || check.isBusy;

  const goTo = (next: Step) => {
    register.forgetError();
    send.forgetError();
    setStep(next);
  };
  const switchTo = (fast: boolean) => {
    setTyped({ ...typed, isFast: fast });
    goTo(fast ? 'password' : 'who');
  };
  // One step back, out of the panel at the first, and in at the last; after a reload to the sign-in.
  const leave = () => {
    const back = steps[steps.indexOf(shown) - 1];
    if (registered) {
      kept.clear();
      if (login) return session.signIn(login, device());
      typedAccount.keep(registered.account);
      onClose();
    } else if (isBusy) onClose();
    else if (back) goTo(back);
    else if (isFast) switchTo(false);
    else onClose();
  };
  // Behind the first step of the fast way lies that of the whole one; behind the end lies nothing that could be done anew.
  useBackSteps(shown === 'done' ? 0 : steps.indexOf(shown) + (isFast ? 1 : 0), leave);
  const place = { isFast, steps, shown, isBusy, goTo, leave };
  return {
    ...asked,
    ...place,
    registration,
    registered,
    refusal: error && errorText(error),
    startFast: () => switchTo(true),
  };
}
