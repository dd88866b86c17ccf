import { BankIcon } from '@holdfast/ui';
import { useRead } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { useAccount } from '#state/services.tsx';
import { useBankName } from '#components/bank.tsx';
import { ReceivingAccountsPanel } from '#components/receiving-accounts.tsx';
import { CardDetail } from './card-detail.tsx';
import { CardForm } from './card-form.tsx';
import { bankCardsWords } from './bank-cards.words.ts';

/** The bank accounts that a member is paid on. */
export function BankCardsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(bankCardsWords);
  const bankName = useBankName();
  const read = useRead('/bank/list/{account}', { params: { account: useAccount() } });
  return (
    <ReceivingAccountsPanel
      kind={{ draft: 'bank card open', Icon: BankIcon, say }}
      read={read}
      accounts={read.data?.cards.map((card) => ({
        ...card,
        title: bankName(card.bankCode),
        masked: card.accountMasked,
      }))}
      Form={CardForm}
      Detail={CardDetail}
      onClose={onClose}
    />
  );
}
