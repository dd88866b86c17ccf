import type { OwnPayAccount } from '@holdfast/contract/calls';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useServices } from '#state/services.tsx';
import { ReceivingAccountDetail } from '#components/receiving-account.tsx';
import type { ShownAccount } from '#components/receiving-accounts.tsx';
import { SECRET_ERRORS } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { payAccountsWords } from './pay-accounts.words.ts';

interface AccountDetailProps {
  account: OwnPayAccount & ShownAccount;
  onChange: () => void;
  onClose: () => void;
}

/** One pay account. */
export function AccountDetail({ account, onChange, onClose }: AccountDetailProps) {
  const say = useWords(payAccountsWords);
  const remove = useRemove(account, onClose);
  const purpose = say('purposeRemove', { app: account.title, target: account.masked });
  return <ReceivingAccountDetail account={account} {...{ say, remove, purpose, onChange, onClose }} />;
}

function useRemove({ id }: OwnPayAccount, onDone: () => void) {
  const say = useWords(payAccountsWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      await callApi('/member/third-party-payment/delete', { input: { payAccountId: id }, transpass });
      refresh('/member/third-party-payment/list');
      showToast(say('removed'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'PAY_ACCOUNT_IN_USE', 'PAY_ACCOUNT_NOT_FOUND'] },
  );
}
