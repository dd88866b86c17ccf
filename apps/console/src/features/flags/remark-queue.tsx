import type { CallOutput } from '@holdfast/contract/calls';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages, useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Button, Card, cx, Notice, Pill, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { ReadState } from '#components/read-state.tsx';
import { RemoveRemark } from '#components/remove-remark.tsx';
import { useWhen } from '#components/use-when.ts';
import { useUnlessLive } from '#state/live.tsx';
import styles from './flags.module.css';
import { flagWords } from './flags.words.ts';
import { remarkWords } from './remarks.words.ts';

type Remark = CallOutput<'/operator/remark/list'>['items'][number];

/** Where there is no stream. */
const REFRESH_MS = 10_000;

/** Remarks of listings that wait for a look; nothing where none does. */
export function RemarkQueue() {
  const say = useWords(remarkWords);
  const list = usePages('/operator/remark/list', {}, { refetchMs: useUnlessLive(REFRESH_MS) });
  return (
    <ReadState read={list}>
      {(remarks) =>
        remarks.length === 0 ? null : (
          <section className={stackClass} aria-label={say('title')}>
            <h2>{say('title')}</h2>
            <p className={componentStyles.quiet}>{say('note')}</p>
            <ol className={cx(stackClass, styles.list)} aria-label={say('list')}>
              {remarks.map((remark) => (
                <li key={remark.id}>
                  <Waiting remark={remark} />
                </li>
              ))}
            </ol>
            {list.hasNextPage && (
              <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {say('more')}
              </Button>
            )}
          </section>
        )
      }
    </ReadState>
  );
}

function Waiting({ remark: { id, text, kinds, owner, at } }: { remark: Remark }) {
  const say = useWords(remarkWords);
  const sayFlag = useWords(flagWords);
  const when = useWhen();
  const errorText = useErrorText();
  const { callApi } = useClient();
  const refresh = useRefresh();
  const [isRemoving, setRemoving] = useState(false);
  const keep = useAction(
    async () => {
      try {
        await callApi('/operator/remark/decide/{id}', { params: { id }, input: { verdict: 'keep' } });
      } finally {
        refresh('/operator/remark/list');
      }
    },
    { shows: ['REMARK_DECIDED', 'RATE_LIMITED'] },
  );
  return (
    <Card className={stackClass}>
      <div className={styles.head}>
        <small>{when(at)}</small>
        <span className={styles.kinds}>
          {kinds.map((kind) => (
            <Pill key={kind} tone="held">
              {sayFlag(`kind-${kind}`)}
            </Pill>
          ))}
        </span>
      </div>
      <p className={styles.remark}>{text}</p>
      {keep.error && (
        <Notice tone="refused" isAlert>
          {errorText(keep.error)}
        </Notice>
      )}
      <div className={styles.foot}>
        <Link to="/member" search={{ account: owner.account }} className={componentStyles.rowLink}>
          {say('member', { nick: owner.nick })}
        </Link>
        <span className={componentStyles.actions}>
          <Button
            look="text"
            busy={keep.isBusy}
            aria-label={`${say('keep')} · ${owner.nick}`}
            onClick={() => void keep.run()}
          >
            {say('keep')}
          </Button>
          <Button
            look="quiet"
            aria-label={`${say('remove')} · ${owner.nick}`}
            onClick={() => setRemoving(true)}
          >
            {say('remove')}
          </Button>
        </span>
      </div>
      {isRemoving && (
        <RemoveRemark
          id={id}
          text={text}
          onDone={() => setRemoving(false)}
          onClose={() => setRemoving(false)}
        />
      )}
    </Card>
  );
}
