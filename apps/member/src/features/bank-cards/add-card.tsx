import {
  bankCardClauses,
  BANKS,
  findBank,
  normalizeAccountNumber,
  normalizeHolderName,
} from '@holdfast/contract';
import { Button, Field, Panel, SelectField } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useRefresh } from '#platform/calls/queries.ts';
import { useAction } from '#platform/calls/use-action.ts';
import { useErrorText } from '#platform/calls/use-error-text.ts';
import { useWords } from '#platform/i18n/use-words.ts';
import { useMemberData, useServices, useSettings } from '#platform/services.tsx';
import { SECRET_ERRORS, SecretSheet } from '#platform/shown/secret-sheet.tsx';
import { useToast } from '#platform/shown/toast.tsx';
import styles from './bank-cards.module.css';
import { bankCardsWords } from './bank-cards.words.ts';

const EMPTY = { bankCode: '', accountNumber: '', holderName: '' };

/** The form of a new account. The contract's rule judges it; what is sent is what the rule has read. */
export function AddCard({ onDone }: { onDone: () => void }) {
  const say = useWords(bankCardsWords);
  const errorText = useErrorText();
  const { language } = useSettings();
  const formId = useId();
  const [card, setCard] = useState(EMPTY);
  const [wasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const add = useAddCard(card, onDone);
  const clauses = bankCardClauses(card);
  const isReady = Object.values(clauses).every(Boolean);
  const isNumberRight = clauses.accountLength && clauses.accountDigits;
  const isSecretError = SECRET_ERRORS.some((name) => name === add.error?.code);
  const isRefused = add.error !== undefined && !isSecretError;
  const leaveSheet = () => {
    add.forgetError();
    setAsking(false);
  };
  const put = (change: Partial<typeof EMPTY>) => {
    leaveSheet();
    setCard({ ...card, ...change });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isReady) setAsking(true);
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
      <form id={formId} className={styles.stack} onSubmit={submit} noValidate>
        <SelectField
          label={say('bank')}
          value={card.bankCode}
          onChange={(event) => put({ bankCode: event.target.value })}
          error={wasTried && !clauses.bank ? say('bankWrong') : undefined}
        >
          <option value="">{say('chooseBank')}</option>
          {BANKS.map(({ code, zhTW, en }) => (
            <option key={code} value={code}>
              {code} {language === 'en' ? en : zhTW}
            </option>
          ))}
        </SelectField>
        <Field
          label={say('number')}
          inputMode="numeric"
          autoComplete="off"
          value={card.accountNumber}
          onChange={(event) => put({ accountNumber: event.target.value })}
          hint={say('numberHint')}
          error={wasTried && !isNumberRight ? say('numberWrong') : undefined}
        />
        <Field
          label={say('name')}
          autoComplete="name"
          value={card.holderName}
          onChange={(event) => put({ holderName: event.target.value })}
          hint={say('nameHint')}
          error={wasTried && !clauses.holder ? say('nameWrong') : undefined}
        />
        {isRefused && add.error && (
          <p role="alert" className={styles.refusal}>
            {errorText(add.error)}
          </p>
        )}
      </form>
      {isAsking && !isRefused && (
        <SecretSheet
          purpose={say('purpose', {
            bank: findBank(card.bankCode)?.[language === 'en' ? 'en' : 'zhTW'] ?? card.bankCode,
            last: normalizeAccountNumber(card.accountNumber).slice(-4),
          })}
          action={add}
          onClose={leaveSheet}
        />
      )}
    </Panel>
  );
}

function useAddCard(card: typeof EMPTY, onDone: () => void) {
  const say = useWords(bankCardsWords);
  const { callApi } = useServices();
  const account = useMemberData()?.login.account ?? '';
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
      await refresh('/bank/list/{account}', '/member/info/{account}');
      showToast(say('saved'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'BANK_CARD_INVALID', 'BANK_CARD_DUPLICATE', 'BANK_CARD_LIMIT'] },
  );
}
