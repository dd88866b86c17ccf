import { CardIcon } from '@holdfast/ui';
import { useRead } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { ReceivingAccountsPanel } from '#components/receiving-accounts.tsx';
import { AccountDetail } from './account-detail.tsx';
import { AccountForm } from './account-form.tsx';
import { payAccountsWords } from './pay-accounts.words.ts';

/** The accounts at pay apps that a member is paid on. */
export function PayAccountsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(payAccountsWords);
  const read = useRead('/member/third-party-payment/list', {});
  return (
    <ReceivingAccountsPanel
      kind={{ draft: 'pay account open', Icon: CardIcon, say }}
      read={read}
      accounts={read.data?.payAccounts.map((one) => ({
        ...one,
        title: say(`app.${one.app}`),
        masked: one.targetMasked,
      }))}
      Form={AccountForm}
      Detail={AccountDetail}
      onClose={onClose}
    />
  );
}
