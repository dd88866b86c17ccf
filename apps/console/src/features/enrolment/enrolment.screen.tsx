import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { isOperatorPassword } from '@holdfast/contract/operators';
import { Button, Card, Checkbox, CopyButton, Field, Notice, PasswordField, QrPicture } from '@holdfast/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Door, doorStyles } from '#components/door.tsx';
import { useServices } from '#state/services.tsx';
import type { SignedIn } from '#state/session.ts';
import { enrolmentWords } from './enrolment.words.ts';

interface Begun {
  readonly invitation: string;
  readonly name: string;
  readonly secret: string;
  readonly uri: string;
}

interface Finished {
  readonly signedIn: SignedIn;
  readonly recoveryCodes: readonly string[];
}

/** Three steps: the invitation, the authenticator with the password, the recovery codes. */
export function EnrolmentScreen() {
  const say = useWords(enrolmentWords);
  const [begun, setBegun] = useState<Begun>();
  const [finished, setFinished] = useState<Finished>();
  return (
    <Door title={say('title')} note={say('badge')}>
      <Card>
        {finished ? (
          <Codes {...finished} />
        ) : begun ? (
          <Authenticator begun={begun} onDone={setFinished} />
        ) : (
          <Invitation onDone={setBegun} />
        )}
      </Card>
      {!finished && (
        <Link to="/sign-in" search={{}} className={doorStyles.link}>
          {say('signIn')}
        </Link>
      )}
    </Door>
  );
}

function Invitation({ onDone }: { onDone: (begun: Begun) => void }) {
  const say = useWords(enrolmentWords);
  const errorText = useErrorText();
  const { callApi } = useClient();
  const [typed, setTyped] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy, error } = useAction(
    async () => {
      const invitation = typed.trim();
      const { name, secret, uri } = await callApi('/operator/enrolment/begin', { input: { invitation } });
      onDone({ invitation, name, secret, uri });
    },
    { shows: ['INVITATION_INVALID', 'RATE_LIMITED', 'PARAMETERS_INVALID'] },
  );
  return (
    <form
      className={doorStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (typed.trim() !== '') void run();
      }}
    >
      <Field
        label={say('invitation')}
        hint={say('invitationHint')}
        error={isAsked && typed.trim() === '' ? say('missing') : undefined}
        value={typed}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && (
        <Notice tone="refused" isAlert>
          {/* What is no invitation at all is a wrong one. */}
          {errorText(error)}
        </Notice>
      )}
      <Button type="submit" block large busy={isBusy}>
        {say('next')}
      </Button>
    </form>
  );
}

function Authenticator({ begun, onDone }: { begun: Begun; onDone: (finished: Finished) => void }) {
  const say = useWords(enrolmentWords);
  const errorText = useErrorText();
  const { callApi } = useClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy, error } = useAction(
    async () => {
      const { recoveryCodes, ...signedIn } = await callApi('/operator/enrolment/finish', {
        input: { invitation: begun.invitation, password, code: code.trim() },
      });
      onDone({ signedIn, recoveryCodes });
    },
    {
      shows: [
        'AUTHENTICATOR_CODE_WRONG',
        'INVITATION_INVALID',
        'PASSWORD_BREACHED',
        'RATE_LIMITED',
        'OVERLOADED',
      ],
    },
  );
  const isWeak = !isOperatorPassword(password);
  return (
    <form
      className={doorStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!isWeak && code.trim() !== '') void run();
      }}
    >
      <p>{say('greeting', { name: begun.name })}</p>
      <QrPicture text={begun.uri} label={say('qr')} />
      <div>
        <p>{say('secret')}</p>
        <p className={doorStyles.secret}>
          {begun.secret} <CopyButton value={begun.secret} name={say('secret')} />
        </p>
      </div>
      <PasswordField
        label={say('password')}
        hint={say('passwordHint')}
        error={isAsked && isWeak ? say('passwordShort') : undefined}
        value={password}
        autoComplete="new-password"
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        label={say('code')}
        error={isAsked && code.trim() === '' ? say('missing') : undefined}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => setCode(event.target.value)}
      />
      {error && (
        <Notice tone="refused" isAlert>
          {errorText(error)}
        </Notice>
      )}
      <Button type="submit" block large busy={isBusy}>
        {say('finish')}
      </Button>
    </form>
  );
}

const halves = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

function Codes({ signedIn, recoveryCodes }: Finished) {
  const say = useWords(enrolmentWords);
  const { session } = useServices();
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  return (
    <div className={doorStyles.form}>
      <h2>{say('codesTitle')}</h2>
      <p>{say('codesNote')}</p>
      <ul className={doorStyles.codes}>
        {recoveryCodes.map((code) => (
          <li key={code}>{halves(code)}</li>
        ))}
      </ul>
      <CopyButton value={recoveryCodes.map(halves).join('\n')} name={say('codesTitle')} />
      <Checkbox label={say('saved')} checked={isSaved} onChange={(event) => setSaved(event.target.checked)} />
      <Button
        block
        large
        disabled={!isSaved}
        onClick={() => {
          session.begin(signedIn);
          void navigate({ to: '/' });
        }}
      >
        {say('enter')}
      </Button>
    </div>
  );
}
