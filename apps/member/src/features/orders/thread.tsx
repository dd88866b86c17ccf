import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { Button, Card, Countdown, CountBadge, formatMoney, Sheet, Skeleton } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { usePayMethodName } from '#components/pay-method.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { AddProofSheet } from './add-proof.tsx';
import { paidWords } from './paid.words.ts';
import { Composer } from './thread-composer.tsx';
import { Line, ThreadLines } from './thread-lines.tsx';
import { useSeen, useThread, type Thread } from './thread.query.ts';
import styles from './thread.module.css';
import { threadWords } from './thread.words.ts';

/**
 * What the two sides write to each other. Beside the payment on a wide screen; on a phone the last lines, and the rest in a sheet of its
 * own, whose field stays above the keyboard.
 */
export function ThreadCard({ order, isAlone }: { order: OrderDetail; isAlone: boolean }) {
  const thread = useThread(order.orderId);
  const [isOpen, setOpen] = useDraft(`thread ${order.orderId}`, false);
  if (order.state === 'ACCEPT_WAIT') return null;
  if (!isAlone) return <WideThread order={order} thread={thread} />;
  return (
    <>
      <Preview order={order} thread={thread} onOpen={() => setOpen(true)} />
      {isOpen && <ThreadSheet order={order} thread={thread} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ThreadProps {
  order: OrderDetail;
  thread: Thread;
}

function Heading({ order, thread }: ThreadProps) {
  const say = useWords(threadWords);
  return (
    <h2 className={styles.heading}>
      {say('title', { nick: order.counterparty.nick })}
      {thread.unread > 0 && (
        <CountBadge>
          <span className="visually-hidden">{say('unread', { count: String(thread.unread) })}</span>
          <span aria-hidden>{thread.unread}</span>
        </CountBadge>
      )}
    </h2>
  );
}

/** What must not be lost sight of while one writes: how much, by what, until when. */
function Strip({ order }: { order: OrderDetail }) {
  const say = useWords(threadWords);
  const method = usePayMethodName()(order.payMethod);
  const { role, payTwd, deadlineDate, state } = order;
  return (
    <p className={styles.strip} aria-label={say('strip')} role="group">
      <strong>{say(role === 'payer' ? 'pay' : 'get', { pay: formatMoney(payTwd) })}</strong>
      <span>{method}</span>
      {deadlineDate !== null && ORDER_STATE_INFO[state].live && (
        <Countdown deadlineMs={Date.parse(deadlineDate)} />
      )}
    </p>
  );
}

function Foot({ order, thread }: ThreadProps) {
  const say = useWords(threadWords);
  return thread.mayWrite ? <Composer order={order} /> : <p className={styles.over}>{say('over')}</p>;
}

/** For whoever has a better proof of the payment than the one that was sent with it. */
function MoreProof({ orderId }: { orderId: string }) {
  const say = useWords(paidWords);
  const [isOpen, setOpen] = useDraft(`proof ${orderId}`, false);
  return (
    <>
      <Button look="text" block onClick={() => setOpen(true)}>
        {say('addProof')}
      </Button>
      {isOpen && <AddProofSheet orderId={orderId} onClose={() => setOpen(false)} />}
    </>
  );
}

function WideThread({ order, thread }: ThreadProps) {
  useSeen(order.orderId, thread);
  return (
    <Card className={styles.card}>
      <Heading order={order} thread={thread} />
      <Strip order={order} />
      <Body order={order} thread={thread} />
      {thread.lines && <Foot order={order} thread={thread} />}
      {thread.mayProve && <MoreProof orderId={order.orderId} />}
    </Card>
  );
}

function Body({ order, thread }: ThreadProps) {
  if (thread.lines) return <ThreadLines order={order} thread={thread} />;
  if (thread.read.isError) return <ReadFailed read={thread.read} />;
  return (
    <div aria-busy>
      <Skeleton height="160px" />
    </div>
  );
}

const PREVIEWED = 2;

function Preview({ order, thread, onOpen }: ThreadProps & { onOpen: () => void }) {
  const say = useWords(threadWords);
  const last = thread.lines?.slice(-PREVIEWED) ?? [];
  const isEmpty = thread.lines?.length === 0;
  return (
    <Card className={styles.card}>
      <Heading order={order} thread={thread} />
      {thread.read.isError && !thread.lines && <ReadFailed read={thread.read} />}
      {last.length > 0 && (
        <ol className={styles.lines}>
          {last.map((line) => (
            <Line key={line.number} order={order} line={line} />
          ))}
        </ol>
      )}
      {isEmpty && <p className={styles.none}>{say(thread.mayWrite ? 'none' : 'noneOver')}</p>}
      {(thread.mayWrite || !isEmpty) && (
        <Button look="quiet" block onClick={onOpen}>
          {say('open')}
        </Button>
      )}
      {thread.mayProve && <MoreProof orderId={order.orderId} />}
    </Card>
  );
}

function ThreadSheet({ order, thread, onClose }: ThreadProps & { onClose: () => void }) {
  const say = useWords(threadWords);
  useSeen(order.orderId, thread);
  return (
    <Sheet
      title={say('title', { nick: order.counterparty.nick })}
      onClose={onClose}
      foot={thread.lines && <Foot order={order} thread={thread} />}
    >
      <Strip order={order} />
      <Body order={order} thread={thread} />
    </Sheet>
  );
}
