import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { findBank } from '@holdfast/contract/rules';
import { Fact } from '@holdfast/ui';
import { ReadState } from '#components/read-state.tsx';
import { AccountRoom } from './account-room.tsx';
import styles from './reviews.module.css';
import { reviewWords } from './reviews.words.ts';
import { useDetail, type ItemState, type OpenItem } from './use-item.ts';

/** `1234 5678 9012`: read and compared in fours. */
const inFours = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

/** A bank account. */
export function CardRoom({ item, state }: { item: OpenItem; state: ItemState }) {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const { callApi } = useClient();
  const detail = useDetail('/operator/bank-card/detail/{id}', item.id, state);
  return (
    <ReadState read={detail}>
      {({ card, ...data }) => {
        const bank = findBank(card.bankCode);
        return (
          <AccountRoom
            item={item}
            state={state}
            onRetry={() => void detail.refetch()}
            account={{
              ...card,
              ...data,
              owner: card.account,
              facts: (
                <>
                  <Fact name={say('bank')}>
                    {`${card.bankCode} ${bank ? inLanguage(bank, language) : ''}`.trim()}
                  </Fact>
                  <Fact name={say('account')}>
                    <b className={styles.value} data-mono>
                      {data.isClear ? inFours(card.accountNumber) : card.accountMasked}
                    </b>
                  </Fact>
                </>
              ),
              review: (verdict) =>
                callApi('/operator/bank-card/review/{id}', {
                  params: { id: item.id },
                  input: { versionId: card.versionId, ...verdict },
                }),
            }}
          />
        );
      }}
    </ReadState>
  );
}
