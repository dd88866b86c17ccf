import {
  bankCardClauses,
  isBankCard,
  normalizeAccountNumber,
  normalizeHolderName,
} from '@holdfast/contract/rules';
import { Button, Field, Notice, Panel, stackClass } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { recordOf, text } from '@holdfast/client/storage';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useAccount, useServices, useSettings } from '#state/services.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import { BankSelect, useBankName } from '#components/bank.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { bankCardsWords } from './bank-cards.words.ts';

const EMPTY = { bankCode: '', accountNumber: '', holderName: '' };
const readCard = recordOf<typeof EMPTY>({ bankCode: text, accountNumber: text, holderName: text });

/** The form of a new account. The contract's rule judges it; what is sent is what the rule has read. */
export function AddCard({ onDone }: { onDone: () => void }) {
  const say = useWords(bankCardsWords);
  const bankName = useBankName();
  const formId = useId();
  const [typed, setCard, forget] = useFormDraft('bank card', { read: readCard, initial: EMPTY });
  // Digits of full width, as a Chinese keyboard types them, are the same digits; the field keeps what the fingers know.
  const card = { ...typed, accountNumber: typed.accountNumber.normalize('NFKC') };
  const [wasTried, setTried] = useState(false);
  const add = useAddCard(card, () => {
    forget();
    onDone();
  });
  const secret = useSecretSheet(
    add,
    say('purpose', {
      bank: bankName(card.bankCode),
      last: normalizeAccountNumber(card.accountNumber).slice(-4),
    }),
  );
  const put = (change: Partial<typeof EMPTY>) => {
    secret.leave();
    setCard({ ...typed, ...change });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBankCard(card)) secret.ask();
  };
  return (
    <Panel
      title={say('add')}
      onClose={onDone}
      foot={
        <Button type="submit" form={formId} block large>
          {say('save')}
        </Button>
      }
    >
      <form id={formId} className={stackClass} onSubmit={submit} noValidate>
        <CoolsNew />
        <Fields typed={typed} card={card} put={put} wasTried={wasTried} />
        <Refusal error={secret.refusal} />
      </form>
      {secret.sheet}
    </Panel>
  );
}

/** Said before anybody runs into it: what is added during a cool-down waits for its end. */
function CoolsNew() {
  const say = useWords(bankCardsWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const { data } = useRead('/bank/list/{account}', { params: { account: useAccount() } });
  if (!data?.newCoolsUntil) return null;
  const time = zoned(dayAndTime(data.newCoolsUntil, serverNow(), language));
  return <Notice tone="held">{say('coolsNew', { time })}</Notice>;
}

interface FieldsProps {
  typed: typeof EMPTY;
  card: typeof EMPTY;
  put: (change: Partial<typeof EMPTY>) => void;
  wasTried: boolean;
}

function Fields({ typed, card, put, wasTried }: FieldsProps) {
  const say = useWords(bankCardsWords);
  const { bank, accountLength, accountDigits, holder } = bankCardClauses(card);
  const wrong = (isRight: boolean, text: string) => (wasTried && !isRight ? text : undefined);
  return (
    <>
      <BankSelect
        label={say('bank')}
        value={card.bankCode}
        onChange={(bankCode) => put({ bankCode })}
        error={wrong(bank, say('bankWrong'))}
      />
      <Field
        label={say('number')}
        inputMode="numeric"
        autoComplete="off"
        value={typed.accountNumber}
        onChange={(event) => put({ accountNumber: event.target.value })}
        hint={say('numberHint')}
        error={wrong(accountLength && accountDigits, say('numberWrong'))}
      />
      <Field
        label={say('name')}
        autoComplete="name"
        value={card.holderName}
        onChange={(event) => put({ holderName: event.target.value })}
        hint={say('nameHint')}
        error={wrong(holder, say('nameWrong'))}
      />
    </>
  );
}

function useAddCard(card: typeof EMPTY, onDone: () => void) {
  const say = useWords(bankCardsWords);
  const { callApi } = useServices();
  const account = useAccount();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      await callApi('/member/bankadd/{account}', {
        params: { account },
        input: {
          bankCode: card.bankCode,
          accountNumber: normalizeAccountNumber(card.accountNumber),
          holderName: normalizeHolderName(card.holderName),
        },
        transpass,
      });
      refresh('/bank/list/{account}', '/member/info/{account}');
      showToast(say('saved'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'BANK_CARD_INVALID', 'BANK_CARD_DUPLICATE', 'BANK_CARD_LIMIT'] },
  );
}
