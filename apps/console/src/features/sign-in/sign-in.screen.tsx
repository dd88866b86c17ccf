import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Button, Card, Field, Notice, PasswordField } from '@holdfast/ui';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Door, doorStyles } from '#components/door.tsx';
import { useToast } from '#components/toast.tsx';
import { useServices } from '#state/services.tsx';
import { signInWords } from './sign-in.words.ts';

const FEW_CODES = 3;
const REASONS = ['timeout', 'takeover', 'operator', 'ended'] as const;

/** Only a path of this console: an address from a link must not lead elsewhere. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

const NAMES = ['email', 'password', 'code'] as const;
type Typed = Readonly<Record<(typeof NAMES)[number], string>>;

/** Signs in, and goes on to where the operator wanted to go. */
function useSignIn(next: string) {
  const say = useWords(signInWords);
  const tell = useToast();
  const { callApi } = useClient();
  const { session } = useServices();
  const router = useRouter();
  return useAction(
    async ({ email, password, code }: Typed) => {
      const { recoveryCodesLeft, ...signedIn } = await callApi('/operator/sign-in', {
        input: { email: email.trim(), password, code: code.trim() },
      });
      session.begin(signedIn);
      if (recoveryCodesLeft < FEW_CODES) tell(say('lastRecovery', { count: recoveryCodesLeft }));
      router.history.push(isOwnPath(next) ? next : '/');
    },
    {
      shows: [
        'OPERATOR_SIGN_IN_FAILED',
        'SIGN_IN_DELAYED',
        'RATE_LIMITED',
        'OVERLOADED',
        'PARAMETERS_INVALID',
      ],
    },
  );
}

export function SignInScreen() {
  const say = useWords(signInWords);
  const errorText = useErrorText();
  const { ended, next = '/' } = useSearch({ from: '/sign-in' });
  const [typed, setTyped] = useState<Typed>({ email: '', password: '', code: '' });
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy, error } = useSignIn(next);
  const field = (name: keyof Typed) => ({
    label: say(name),
    name,
    value: typed[name],
    error: isAsked && typed[name].trim() === '' ? say('missing') : undefined,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  const reason = REASONS.find((one) => one === ended) ?? (ended === undefined ? undefined : 'ended');
  return (
    <Door title={say('title')} note={say('badge')}>
      <Card>
        <form
          className={doorStyles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setAsked(true);
            if (NAMES.every((name) => typed[name].trim() !== '')) void run(typed);
          }}
        >
          {reason && <Notice tone="held">{say(reason)}</Notice>}
          <Field {...field('email')} type="email" autoComplete="username" autoCapitalize="none" />
          <PasswordField {...field('password')} autoComplete="current-password" />
          <Field {...field('code')} hint={say('codeHint')} autoComplete="one-time-code" spellCheck={false} />
          {error && (
            <Notice tone="refused" isAlert>
              {errorText(error)}
            </Notice>
          )}
          <Button type="submit" block large busy={isBusy}>
            {say('signIn')}
          </Button>
        </form>
      </Card>
      <Link to="/enrol" className={doorStyles.link}>
        {say('invited')}
      </Link>
    </Door>
  );
}
