import { AppError } from '@holdfast/kernel';
import { Button, Card, Field, Panel, PasswordField, stackClass } from '@holdfast/ui';
import { useEffect, useState, type FormEvent } from 'react';
import { endsSession, useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRouter } from '#platform/router/router-context.tsx';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useMemberData, useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SupportLink } from '#components/support-link.tsx';
import { SentCode } from '#components/sent-code.tsx';
import { useAccountCode } from '#components/use-one-time-code.ts';
import { FreezeByLink } from './freeze-by-link.tsx';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

type Proof = { readonly password: string } | { readonly ticket: string };

/** What has been typed, and the two ways to freeze: the password, or a code to the mobile. */
function useFreezing(onDone: () => void) {
  const { callApi, installId, typedAccount } = useServices();
  const [typed, setTyped] = useState(() => ({ account: typedAccount.read() ?? '', password: '' }));
  const [isEntering, setEntering] = useState(false);
  const account = typed.account.trim().toLowerCase();
  const code = useAccountCode('freeze', account, {
    onSent: () => setEntering(true),
    onTicket: (proof) => {
      setEntering(false);
      return freeze.run({ ticket: proof });
    },
  });
  const { sent, ticket, send, forget } = code;
  const freeze = useAction(
    async (proof: Proof) => {
      try {
        const input = { account, ...proof, installId: installId() };
        await callApi('/member/security/freeze-without-session', { input });
      } catch (error) {
        if (error instanceof AppError && error.code === 'TICKET_INVALID') forget();
        throw error;
      }
      typedAccount.keep(account); // the way back asks for it
      onDone();
    },
    { shows: ['SIGN_IN_FAILED', 'SIGN_IN_DELAYED', 'CODE_INSTEAD', 'TICKET_INVALID', 'RATE_LIMITED'] },
  );
  const put = (change: Partial<typeof typed>) => {
    // The code of one account freezes no other.
    if (change.account !== undefined) forget();
    freeze.forgetError();
    setTyped({ ...typed, ...change });
  };
  const byCode = () => {
    freeze.forgetError();
    if (ticket !== undefined) void freeze.run({ ticket });
    else if (sent) setEntering(true);
    else void send.run();
  };
  const isCodeOpen = isEntering && sent !== undefined;
  return { typed, account, put, freeze, byCode, code, isCodeOpen, leaveCode: () => setEntering(false) };
}

/** Freezes an account without a session: for whoever was signed out by somebody else, or cannot sign in any more. */
export function FreezeAccountPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const [isDone, setDone] = useState(false);
  const { link, leaveLink } = useLink(() => setDone(false));
  const { notices } = useServices();
  const done = () => {
    // What waited for this: that the session was ended is answered by the freeze.
    notices.change(({ errors }) => ({ errors: errors.filter((error) => !endsSession(error)) }));
    setDone(true);
  };
  const freezing = useFreezing(done);
  const { code, isCodeOpen, leaveCode } = freezing;
  useBackSteps(isCodeOpen ? 1 : 0, leaveCode);
  return (
    <Panel title={say('freeze')} onClose={isCodeOpen ? leaveCode : onClose}>
      {isDone ? (
        <Frozen onClose={onClose} />
      ) : link !== undefined ? (
        <FreezeByLink key={link} link={link} onDone={done} onOtherWay={leaveLink} />
      ) : isCodeOpen ? (
        <SentCode code={code} />
      ) : (
        <ProofForm {...freezing} />
      )}
    </Panel>
  );
}

/**
 * The link of a security message that has led here. It waits while the PIN lock is closed or a session ends over it, and is forgotten when
 * the member leaves the panel. `onAnother`: a link was opened while this panel was.
 */
function useLink(onAnother: () => void): { link: string | undefined; leaveLink: () => void } {
  const { freezeLink } = useServices();
  const router = useRouter();
  const pending = freezeLink.read();
  const [link, setLink] = useState(pending);
  if (pending !== undefined && pending !== link) {
    setLink(pending);
    onAnother();
  }
  useEffect(
    () => () => {
      if (router.place().search.get('panel') !== 'freeze-account') freezeLink.keep(undefined);
    },
    [router, freezeLink],
  );
  const leaveLink = () => {
    freezeLink.keep(undefined);
    setLink(undefined);
  };
  return { link, leaveLink };
}

function ProofForm({ typed, account, put, freeze, byCode, code: { send } }: ReturnType<typeof useFreezing>) {
  const say = useWords(securityWords);
  const [isAccountKnown] = useState(account !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (account !== '' && typed.password !== '') void freeze.run({ password: typed.password });
  };
  return (
    <form className={stackClass} onSubmit={submit} noValidate>
      <p className={styles.intro}>{say('freezeAccountIntro')}</p>
      <Field
        label={say('account')}
        autoComplete="username"
        autoCapitalize="none"
        value={typed.account}
        onChange={(event) => put({ account: event.target.value })}
        data-autofocus={!isAccountKnown || undefined}
      />
      <PasswordField
        label={say('loginPassword')}
        autoComplete="current-password"
        value={typed.password}
        onChange={(event) => put({ password: event.target.value })}
        hint={say('freezeOldPassword')}
        data-autofocus={isAccountKnown || undefined}
      />
      <Refusal error={freeze.error ?? send.error} />
      <Button
        type="submit"
        look="danger"
        block
        large
        disabled={account === '' || typed.password === ''}
        busy={freeze.isBusy}
      >
        {say('freezeDo')}
      </Button>
      <Button look="text" block disabled={account === ''} busy={send.isBusy} onClick={byCode}>
        {say('freezeByCode')}
      </Button>
    </form>
  );
}

function Frozen({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  // Then it is somebody else's account that was frozen, by its link.
  const isSignedIn = useMemberData() !== undefined;
  return (
    <div className={stackClass}>
      <Card>
        <p role="status" className={styles.sample}>
          {say('frozen')}
        </p>
        <ul className={styles.list}>
          <li>{say('frozenOne')}</li>
          <li>{say('freezeThree')}</li>
          <li>{say('freezeFour')}</li>
        </ul>
        <SupportLink />
      </Card>
      <Button block large onClick={onClose} data-autofocus>
        {say(isSignedIn ? 'done' : 'toSignIn')}
      </Button>
    </div>
  );
}
