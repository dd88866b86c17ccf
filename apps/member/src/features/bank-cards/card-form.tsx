import type { OwnBankCard } from '@holdfast/contract/calls';
import {
  allHold,
  bankCardClauses,
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
import { useBankName } from '#components/bank.tsx';
import { BankSearch } from '#components/bank-search.tsx';
import { useToast } from '#components/toast.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { WhyNot } from './card-detail.tsx';
import { bankCardsWords } from './bank-cards.words.ts';

const EMPTY = { bankCode: '', accountNumber: '', holderName: '' };
type Typed = typeof EMPTY;
const readCard = recordOf<Typed>({ bankCode: text, accountNumber: text, holderName: text });

/**
 * What the contract's rule says of what was typed. An edited card whose number is left empty keeps its own, which the app does not know:
 * there is nothing to judge then, unless the bank is another one.
 */
function judge(card: Typed, edited: OwnBankCard | undefined) {
  const keepsNumber = edited?.bankCode === card.bankCode && card.accountNumber === '';
  const clauses = bankCardClauses(card);
  return {
    keepsNumber,
    clauses: keepsNumber ? { ...clauses, accountLength: true, accountDigits: true } : clauses,
  };
}

/** The form of a new account, or of another one in the place of `edited`. What is sent is what the contract's rule has read. */
export function CardForm({ edited, onDone }: { edited?: OwnBankCard | undefined; onDone: () => void }) {
  const say = useWords(bankCardsWords);
  const bankName = useBankName();
  const formId = useId();
  const [typed, setCard, forget] = useFormDraft(edited ? `bank card ${edited.id}` : 'bank card', {
    read: readCard,
    initial: edited ? { ...EMPTY, bankCode: edited.bankCode, holderName: edited.holderName } : EMPTY,
  });
  // Digits of full width, as a Chinese keyboard types them, are the same digits; the field keeps what the fingers know.
  const card = { ...typed, accountNumber: typed.accountNumber.normalize('NFKC') };
  const [wasTried, setTried] = useState(false);
  const { clauses, keepsNumber } = judge(card, edited);
  const save = useSave({ card, edited, keepsNumber }, () => {
    forget();
    onDone();
  });
  const last = (
    keepsNumber && edited ? edited.accountMasked : normalizeAccountNumber(card.accountNumber)
  ).slice(-4);
  const purpose = say(edited ? 'purposeChange' : 'purpose', { bank: bankName(card.bankCode), last });
  const secret = useSecretSheet(save, purpose);
  const put = (change: Partial<Typed>) => {
    secret.leave();
    setCard({ ...typed, ...change });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (allHold(clauses)) secret.ask();
  };
  return (
    <Panel
      title={say(edited ? 'change' : 'add')}
      onClose={onDone}
      foot={
        <Button type="submit" form={formId} block large>
          {say(edited ? 'saveChange' : 'save')}
        </Button>
      }
    >
      <form id={formId} className={stackClass} onSubmit={submit} noValidate>
        {edited && <p>{say('changeText')}</p>}
        <CoolsNew />
        <Fields {...{ typed, card, put, wasTried, clauses, edited }} />
        <WhyNot error={secret.refusal} />
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
  typed: Typed;
  card: Typed;
  put: (change: Partial<Typed>) => void;
  wasTried: boolean;
  clauses: ReturnType<typeof bankCardClauses>;
  edited: OwnBankCard | undefined;
}

function Fields({ typed, card, put, wasTried, clauses, edited }: FieldsProps) {
  const say = useWords(bankCardsWords);
  const { bank, accountLength, accountDigits, holder } = clauses;
  const keeps = edited?.bankCode === card.bankCode;
  const wrong = (isRight: boolean, text: string) => (wasTried && !isRight ? text : undefined);
  return (
    <>
      <BankSearch
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
        hint={keeps ? say('numberKept', { masked: edited.accountMasked }) : say('numberHint')}
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

interface Saving {
  card: Typed;
  edited: OwnBankCard | undefined;
  keepsNumber: boolean;
}

function useSave({ card, edited, keepsNumber }: Saving, onDone: () => void) {
  const say = useWords(bankCardsWords);
  const { callApi } = useServices();
  const account = useAccount();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      const [params, accountNumber] = [{ account }, normalizeAccountNumber(card.accountNumber)];
      const named = { bankCode: card.bankCode, holderName: normalizeHolderName(card.holderName) };
      if (edited) {
        const input = { ...named, cardId: edited.id, ...(!keepsNumber && { accountNumber }) };
        await callApi('/member/bankmod/{account}', { params, input, transpass });
      } else {
        const input = { ...named, accountNumber };
        await callApi('/member/bankadd/{account}', { params, input, transpass });
      }
      refresh('/bank/list/{account}', '/member/info/{account}');
      showToast(say(edited ? 'changed' : 'saved'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, ...FORM_ERRORS] },
  );
}

const FORM_ERRORS = [
  'BANK_CARD_INVALID',
  'BANK_CARD_DUPLICATE',
  'BANK_CARD_LIMIT',
  'BANK_CARD_IN_USE',
  'BANK_CARD_NOT_FOUND',
  'NOTHING_CHANGES',
] as const;
