import type { OwnBankCard } from '@holdfast/contract/calls';
import {
  allHold,
  bankCardClauses,
  normalizeAccountNumber,
  normalizeHolderName,
} from '@holdfast/contract/rules';
import { Field } from '@holdfast/ui';
import { useState } from 'react';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useAccount, useServices } from '#state/services.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import { useBankName } from '#components/bank.tsx';
import { DraftNote } from '#components/draft-note.tsx';
import { BankSearch } from '#components/bank-search.tsx';
import { ReceivingAccountForm } from '#components/receiving-account.tsx';
import { useToast } from '#components/toast.tsx';
import { bankCardsWords } from './bank-cards.words.ts';

const EMPTY = { bankCode: '', accountNumber: '', holderName: '' };
type Typed = typeof EMPTY;
const readCard = recordOf<Typed>({ bankCode: text, accountNumber: text, holderName: text });

/**
 * What the contract's rule says of what was typed. A changed card whose number is left empty keeps its own, which the app does not know:
 * there is nothing to judge then, unless the bank is another one.
 */
function judge(card: Typed, changed: OwnBankCard | undefined) {
  const keepsNumber = changed?.bankCode === card.bankCode && card.accountNumber === '';
  const clauses = bankCardClauses(card);
  return {
    keepsNumber,
    clauses: keepsNumber ? { ...clauses, accountLength: true, accountDigits: true } : clauses,
  };
}

/** The form of a new account, or of another one in the place of `changed`. What is sent is what the contract's rule has read. */
export function CardForm({ changed, onDone }: { changed?: OwnBankCard | undefined; onDone: () => void }) {
  const say = useWords(bankCardsWords);
  const bankName = useBankName();
  const [typed, setCard, forget, isRestored] = useFormDraft(
    changed ? `bank card ${changed.id}` : 'bank card',
    {
      read: readCard,
      initial: changed ? { ...EMPTY, bankCode: changed.bankCode, holderName: changed.holderName } : EMPTY,
    },
  );
  // Digits of full width, as a Chinese keyboard types them, are the same digits; the field keeps what the fingers know.
  const card = { ...typed, accountNumber: typed.accountNumber.normalize('NFKC') };
  const [wasTried, setTried] = useState(false);
  const { clauses, keepsNumber } = judge(card, changed);
  const save = useSave({ card, changed, keepsNumber }, () => {
    forget();
    onDone();
  });
  const last = (
    keepsNumber && changed ? changed.accountMasked : normalizeAccountNumber(card.accountNumber)
  ).slice(-4);
  const purpose = say(changed ? 'purposeChange' : 'purpose', { bank: bankName(card.bankCode), last });
  const secret = useSecretSheet(save, purpose);
  const put = (change: Partial<Typed>) => {
    secret.leave();
    setCard({ ...typed, ...change });
  };
  const submit = () => {
    setTried(true);
    if (allHold(clauses)) secret.ask();
  };
  const { data } = useRead('/bank/list/{account}', { params: { account: useAccount() } });
  return (
    <ReceivingAccountForm
      isChange={changed !== undefined}
      cools={{ until: data?.newCoolsUntil, say: (time) => say('coolsNew', { time }) }}
      onSubmit={submit}
      {...{ say, secret, onDone }}
    >
      {isRestored && <DraftNote onClear={forget} />}
      <Fields {...{ typed, card, put, wasTried, clauses, changed }} />
    </ReceivingAccountForm>
  );
}

interface FieldsProps {
  typed: Typed;
  card: Typed;
  put: (change: Partial<Typed>) => void;
  wasTried: boolean;
  clauses: ReturnType<typeof bankCardClauses>;
  changed: OwnBankCard | undefined;
}

function Fields({ typed, card, put, wasTried, clauses, changed }: FieldsProps) {
  const say = useWords(bankCardsWords);
  const { bank, accountLength, accountDigits, holder } = clauses;
  const keeps = changed?.bankCode === card.bankCode;
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
        hint={keeps ? say('numberKept', { masked: changed.accountMasked }) : say('numberHint')}
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
  changed: OwnBankCard | undefined;
  keepsNumber: boolean;
}

function useSave({ card, changed, keepsNumber }: Saving, onDone: () => void) {
  const say = useWords(bankCardsWords);
  const { callApi } = useServices();
  const account = useAccount();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      const [params, accountNumber] = [{ account }, normalizeAccountNumber(card.accountNumber)];
      const named = { bankCode: card.bankCode, holderName: normalizeHolderName(card.holderName) };
      if (changed) {
        const input = { ...named, cardId: changed.id, ...(!keepsNumber && { accountNumber }) };
        await callApi('/member/bankmod/{account}', { params, input, transpass });
      } else {
        const input = { ...named, accountNumber };
        await callApi('/member/bankadd/{account}', { params, input, transpass });
      }
      refresh('/bank/list/{account}', '/member/info/{account}');
      showToast(say(changed ? 'changed' : 'saved'));
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
