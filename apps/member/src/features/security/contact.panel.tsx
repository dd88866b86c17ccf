import type { CallOutput } from '@holdfast/contract/calls';
import type { OtpChannel } from '@holdfast/contract/member';
import { toMail, toMobile } from '@holdfast/contract/rules';
import {
  Button,
  Card,
  Field,
  ListRow,
  Panel,
  Pill,
  RowList,
  Skeleton,
  stackClass,
  type Tone,
} from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { createCodeExchange } from '#components/code-exchange.ts';
import { useAction } from '@holdfast/client/calls';
import { useWords, messageLanguage } from '@holdfast/client/i18n';
import { text } from '@holdfast/client/storage';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useMemberData, useServices, useSettings } from '#state/services.tsx';
import { CODE_ERRORS, CODE_SEND_ERRORS, CodeEntry } from '#components/code-entry.tsx';
import { codeEntryWords } from '#components/code-entry.words.ts';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

type State = CallOutput<'/member/account/permissions'>['mobile'];
type Sent = CallOutput<'/member/mobile-change/create-verification'>;

const TONES: Readonly<Record<State, Tone>> = { verified: 'free', unproven: 'held', none: 'neutral' };
const WAYS: Readonly<Record<State, 'change' | 'add' | 'verifyAnew'>> = {
  verified: 'change',
  unproven: 'verifyAnew',
  none: 'add',
};

/** Whoever had none changes nothing: what is asked, agreed to and said afterwards is then that one is added. */
const WORDS = {
  change: {
    mobile: { field: 'newMobile', purpose: 'purposeMobile', done: 'changedMobile' },
    mail: { field: 'newMail', purpose: 'purposeMail', done: 'changedMail' },
    step: 'stepNew',
  },
  add: {
    mobile: { field: 'mobile', purpose: 'addMobile', done: 'addedMobile' },
    mail: { field: 'mail', purpose: 'addMail', done: 'addedMail' },
    step: 'stepFirst',
  },
} as const;

/** Mobile number and mail address, and the way to change each. */
export function ContactPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const info = useMemberData()?.memberInfo;
  const read = useRead('/member/account/permissions', {});
  const { data, isError } = read;
  const [changing, setChanging] = useDraft<OtpChannel | undefined>('contact open', undefined);
  const leaveChange = () => setChanging(undefined);
  useBackSteps(changing ? 1 : 0, leaveChange);
  if (changing) {
    const way = data?.[changing] === 'none' ? 'add' : 'change';
    return <Change channel={changing} way={way} onDone={leaveChange} />;
  }
  const row = (channel: OtpChannel, address: string | undefined) => {
    const state = data?.[channel];
    return (
      <li>
        <ListRow
          title={say(channel)}
          note={
            <span className={styles.address}>
              {address}
              {state ? (
                <Pill tone={TONES[state]}>{say(`contact.${state}`)}</Pill>
              ) : (
                <Skeleton width="4em" height="1.45em" />
              )}
            </span>
          }
          end={
            state && (
              <Button
                look="text"
                aria-label={`${say(WAYS[state])} ${say(channel)}`}
                onClick={() => setChanging(channel)}
              >
                {say(WAYS[state])}
              </Button>
            )
          }
        />
      </li>
    );
  };
  return (
    <Panel title={say('contacts')} onClose={onClose}>
      <div className={stackClass}>
        <p className={styles.intro}>{say('contactIntro')}</p>
        {isError && !data ? (
          <ReadFailed read={read} />
        ) : (
          <Card flush aria-busy={!data}>
            <RowList label={say('contacts')}>
              {row('mobile', info?.mobile)}
              {row('mail', info?.email)}
            </RowList>
          </Card>
        )}
      </div>
    </Panel>
  );
}

/** What was begun: the secret stays here, and nowhere else, because the last step asks it again. */
interface Begun {
  readonly sent: Sent;
  readonly secret: string;
  readonly oldTicket?: string;
}

interface ChangeProps {
  channel: OtpChannel;
  way: keyof typeof WORDS;
  onDone: () => void;
}

function Change(props: ChangeProps) {
  const { channel } = props;
  const [typed, setTyped, forget] = useFormDraft(`contact ${channel}`, { read: text, initial: '' });
  const [begun, setBegun] = useState<Begun>();
  const address = (channel === 'mobile' ? toMobile(typed) : toMail(typed)) ?? '';
  const start = useStart(channel, address, (sent, secret) => setBegun({ sent, secret }));
  if (!begun) return <AddressForm {...props} {...{ typed, address, start }} onTyped={setTyped} />;
  return <Codes {...props} {...{ address, begun, forget }} onBegun={setBegun} />;
}

function useStart(channel: OtpChannel, address: string, onSent: (sent: Sent, secret: string) => void) {
  const { callApi } = useServices();
  const lang = messageLanguage(useSettings().language);
  return useAction(
    async (transpass: string, via?: OtpChannel) => {
      const on = { lang, ...(via && { via }) };
      const sent = await (channel === 'mobile'
        ? callApi('/member/mobile-change/create-verification', {
            input: { mobile: address, ...on },
            transpass,
          })
        : callApi('/member/mail-change/create-verification', { input: { mail: address, ...on }, transpass }));
      onSent(sent, transpass);
    },
    {
      shows: [
        ...SECRET_ERRORS,
        ...CODE_SEND_ERRORS,
        'CODE_ADDRESSES_TOO_NEW',
        'CONTACT_SAME',
        'CONTACT_NOT_GRANTED',
      ],
    },
  );
}

interface FormProps extends ChangeProps {
  typed: string;
  address: string;
  start: ReturnType<typeof useStart>;
  onTyped: (text: string) => void;
}

function AddressForm({ channel, way, typed, address, start, onTyped, onDone }: FormProps) {
  const say = useWords(securityWords);
  const formId = useId();
  const [wasTried, setTried] = useState(false);
  const isMobile = channel === 'mobile';
  const words = WORDS[way][channel];
  const { refusal, sheet, ask } = useSecretSheet(start, say(words.purpose, { to: address }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (address !== '') ask();
  };
  return (
    <Panel
      title={say(channel)}
      onClose={onDone}
      foot={
        <Button type="submit" form={formId} block large>
          {say('next')}
        </Button>
      }
    >
      <form id={formId} className={stackClass} onSubmit={submit} noValidate>
        <Field
          label={say(words.field)}
          type={isMobile ? 'tel' : 'email'}
          autoComplete={isMobile ? 'tel' : 'email'}
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
          hint={isMobile ? say('mobileHint') : undefined}
          error={wasTried && address === '' ? say(isMobile ? 'mobileWrong' : 'mailWrong') : undefined}
          data-autofocus
        />
        <Refusal error={refusal} />
      </form>
      {sheet}
    </Panel>
  );
}

interface CodesProps extends ChangeProps {
  address: string;
  begun: Begun;
  onBegun: (begun: Begun) => void;
  /** What was typed has become the member's address. */
  forget: () => void;
}

/** The address that was proven before first: whoever cannot read it need not go on. It may be on either channel. */
function Codes({ address, begun, onBegun, forget, ...props }: CodesProps) {
  const { channel, way, onDone } = props;
  const say = useWords(securityWords);
  const sayCode = useWords(codeEntryWords);
  const { callApi } = useServices();
  const permissions = useRead('/member/account/permissions', {});
  const { sent, secret, oldTicket } = begun;
  const asksOld = sent.old !== undefined && oldTicket === undefined;
  const resent = useStart(channel, address, (again) => onBegun({ ...begun, sent: again }));
  const leave = () => {
    forget();
    onDone();
  };
  const finish = useFinish({ ...props, onDone: leave });
  const [exchange] = useState(() => createCodeExchange(callApi));
  const check = useAction(
    async (code: string) => {
      const step = asksOld && sent.old ? sent.old : sent.new;
      const ticket = await exchange(step.id, code);
      if (asksOld) onBegun({ ...begun, oldTicket: ticket });
      else await finish(secret, ticket, oldTicket);
    },
    { shows: [...CODE_ERRORS, 'MOBILE_TAKEN', 'TICKET_INVALID'] },
  );
  const others = asksOld
    ? (permissions.data?.codesTo ?? []).filter((to) => to.channel !== sent.old?.channel)
    : [];
  return (
    <Panel title={say(asksOld ? 'stepOld' : WORDS[way].step)} onClose={onDone}>
      <CodeEntry
        key={asksOld ? sent.old?.channel : 'new'}
        where={asksOld ? (sent.old?.address ?? '') : address}
        resendAt={sent.new.resendAt}
        resend={{ ...resent, run: () => resent.run(secret, sent.old?.channel) }}
        check={check}
      >
        {others.map((to) => (
          <Button
            key={to.channel}
            look="text"
            block
            busy={resent.isBusy}
            onClick={() => void resent.run(secret, to.channel)}
          >
            {sayCode(`to.${to.channel}`)}
          </Button>
        ))}
      </CodeEntry>
    </Panel>
  );
}

function useFinish({ channel, way, onDone }: ChangeProps) {
  const say = useWords(securityWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return async (transpass: string, newTicket: string, oldTicket: string | undefined) => {
    const input = { newTicket, ...(oldTicket !== undefined && { oldTicket }) };
    await (channel === 'mobile'
      ? callApi('/member/mobile-change/verify', { input, transpass })
      : callApi('/member/mail-change/verify', { input, transpass }));
    refresh('/member/info/{account}', '/member/account/permissions');
    showToast(say(WORDS[way][channel].done));
    onDone();
  };
}
