import type { OwnBankCard } from '@holdfast/contract/calls';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useAccount, useServices } from '#state/services.tsx';
import { ReceivingAccountDetail } from '#components/receiving-account.tsx';
import type { ShownAccount } from '#components/receiving-accounts.tsx';
import { SECRET_ERRORS } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { bankCardsWords } from './bank-cards.words.ts';

interface CardDetailProps {
  account: OwnBankCard & ShownAccount;
  onChange: () => void;
  onClose: () => void;
}

/** One bank account. */
export function CardDetail({ account, onChange, onClose }: CardDetailProps) {
  const say = useWords(bankCardsWords);
  const remove = useRemove(account, onClose);
  const purpose = say('purposeRemove', { bank: account.title, last: account.masked.slice(-4) });
  return <ReceivingAccountDetail account={account} {...{ say, remove, purpose, onChange, onClose }} />;
}

function useRemove(card: OwnBankCard, onDone: () => void) {
  const say = useWords(bankCardsWords);
  const { callApi } = useServices();
  const account = useAccount();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      const input = { cardId: card.id };
      await callApi('/member/bankdel/{account}', { params: { account }, input, transpass });
      refresh('/bank/list/{account}', '/member/info/{account}');
      showToast(say('removed'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'BANK_CARD_IN_USE', 'BANK_CARD_NOT_FOUND'] },
  );
}
