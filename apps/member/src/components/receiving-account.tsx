import { CARD_REFUSAL_TEXTS } from '@holdfast/contract/member';
import type { Action } from '@holdfast/client/calls';
import { dayAndTime, inLanguage, useWords } from '@holdfast/client/i18n';
import { Button, Card, Fact, Facts, Notice, Panel, stackClass } from '@holdfast/ui';
import { useId, type FormEvent, type ReactNode } from 'react';
import { useServices, useSettings } from '#state/services.tsx';
import { useStatusText, type AccountKind, type ShownAccount } from './receiving-accounts.tsx';
import { receivingAccountsWords } from './receiving-accounts.words.ts';
import { useSecretSheet } from './secret-sheet.tsx';
import { useFaultFocus } from './use-fault-focus.ts';
import { WhyNot } from './why-not.tsx';
import { useZoned } from './zone-note.tsx';

type OwnWord =
  | Parameters<AccountKind['say']>[0]
  | 'number'
  | 'addedAt'
  | 'refusedNext'
  | 'change'
  | 'changeText'
  | 'save'
  | 'saveChange'
  | 'remove';

type Say = (word: OwnWord) => string;

interface AccountDetailProps {
  account: ShownAccount;
  say: Say;
  remove: Action<[secret: string]>;
  /** What a removal does, as the member confirms it. */
  purpose: string;
  onChange: () => void;
  onClose: () => void;
}

/** One account: what is known of it, why it was refused, and the ways to change and to remove it. */
export function ReceivingAccountDetail(props: AccountDetailProps) {
  const { account, say: sayOwn, remove, purpose, onChange, onClose } = props;
  const say = useWords(receivingAccountsWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const statusText = useStatusText({ say: sayOwn });
  const secret = useSecretSheet(remove, purpose);
  return (
    <Panel title={account.title} onClose={onClose}>
      <div className={stackClass}>
        {account.refusal !== null && (
          <Notice tone="refused">
            {inLanguage(CARD_REFUSAL_TEXTS[account.refusal], language)} {sayOwn('refusedNext')}
          </Notice>
        )}
        <Card>
          <Facts>
            <Fact name={sayOwn('number')}>{account.masked}</Fact>
            <Fact name={say('name')}>{account.holderName}</Fact>
            <Fact name={say('state')}>{statusText(account.status)}</Fact>
            <Fact name={sayOwn('addedAt')}>{zoned(dayAndTime(account.addedAt, serverNow(), language))}</Fact>
          </Facts>
        </Card>
        <WhyNot error={secret.refusal} />
        <Button look="quiet" block onClick={onChange}>
          {sayOwn('change')}
        </Button>
        <Button look="text-danger" block onClick={secret.ask}>
          {sayOwn('remove')}
        </Button>
      </div>
      {secret.sheet}
    </Panel>
  );
}

interface AccountFormProps {
  say: Say;
  /** It is to stand in the place of another one. */
  isChange: boolean;
  secret: ReturnType<typeof useSecretSheet>;
  /** Until when an account that is added now cools, and how that is said. */
  cools: { until: string | null | undefined; say: (time: string) => string };
  onSubmit: () => void;
  onDone: () => void;
  children: ReactNode;
}

/** The frame of a form for an account: `children` are its fields. */
export function ReceivingAccountForm(props: AccountFormProps) {
  const { say, isChange, secret, cools, onSubmit, onDone, children } = props;
  const formId = useId();
  const { form, noteTry } = useFaultFocus();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
    noteTry();
  };
  return (
    <Panel
      title={say(isChange ? 'change' : 'add')}
      onClose={onDone}
      foot={
        <Button type="submit" form={formId} block large>
          {say(isChange ? 'saveChange' : 'save')}
        </Button>
      }
    >
      <form ref={form} id={formId} className={stackClass} onSubmit={submit} noValidate>
        {isChange && <p>{say('changeText')}</p>}
        <CoolsNew {...cools} />
        {children}
        <WhyNot error={secret.refusal} />
      </form>
      {secret.sheet}
    </Panel>
  );
}

/** Said before anybody runs into it: what is added during a cool-down waits for its end. */
function CoolsNew({ until, say }: AccountFormProps['cools']) {
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  if (!until) return null;
  return <Notice tone="held">{say(zoned(dayAndTime(until, serverNow(), language)))}</Notice>;
}
