import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Fact } from '@holdfast/ui';
import { payAppWords } from '#components/pay-app.words.ts';
import { ReadState } from '#components/read-state.tsx';
import { AccountRoom } from './account-room.tsx';
import styles from './reviews.module.css';
import { reviewWords } from './reviews.words.ts';
import { useDetail, type ItemState, type OpenItem } from './use-item.ts';

/** An account at a pay app: its QR picture, and what the server has read from it. */
export function PayAccountRoom({ item, state }: { item: OpenItem; state: ItemState }) {
  const say = useWords(reviewWords);
  const appName = useWords(payAppWords);
  const { callApi } = useClient();
  const detail = useDetail('/member/third-party-payment/detail/{id}', item.id, state);
  return (
    <ReadState read={detail}>
      {({ payAccount, isOwnAddition, ...data }) => (
        <AccountRoom
          item={item}
          state={state}
          onRetry={() => void detail.refetch()}
          account={{
            ...payAccount,
            ...data,
            owner: payAccount.account,
            notByMe: isOwnAddition ? say('ownAddition') : undefined,
            facts: (
              <>
                <Fact name={say('app')}>{appName(payAccount.app)}</Fact>
                <Fact name={say('leadsTo')}>{payAccount.place}</Fact>
                <Fact name={say('account')}>
                  <b className={styles.value} data-mono>
                    {payAccount.accountNumber}
                  </b>
                </Fact>
                {payAccount.codeContent !== null && (
                  <Fact name={say('codeContent')}>
                    <code className={styles.code}>{payAccount.codeContent}</code>
                  </Fact>
                )}
              </>
            ),
            review: (verdict) =>
              callApi('/member/third-party-payment/set-status/{id}', {
                params: { id: item.id },
                input: { versionId: payAccount.versionId, ...verdict },
              }),
          }}
        />
      )}
    </ReadState>
  );
}
