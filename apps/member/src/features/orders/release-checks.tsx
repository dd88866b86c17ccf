import type { OrderDetail } from '@holdfast/contract/calls';
import { Button, Checkbox, formatMoney, Notice, Segmented, SlideToConfirm, stackClass } from '@holdfast/ui';
import { useCallback, useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { oneOf, recordOf, text } from '@holdfast/client/storage';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { usePayMethodName } from '#components/pay-method.tsx';
import styles from './release-checks.module.css';
import { ordersWords } from './orders.words.ts';
import { releaseWords } from './release.words.ts';

const ANSWERS = ['', 'yes', 'no'] as const;
type Answer = (typeof ANSWERS)[number];
type Check = 'amount' | 'name' | 'lastFive';
type Answers = Readonly<Record<Check, Answer>>;

const NONE: Answers = { amount: '', name: '', lastFive: '' };
const readKept = recordOf<Answers & { version: string }>({
  version: text,
  amount: oneOf(ANSWERS),
  name: oneOf(ANSWERS),
  lastFive: oneOf(ANSWERS),
});

/** The draft of the checks: forgotten when the order was released. */
export const releaseDraft = (orderId: string) => `release ${orderId}`;

/**
 * What was answered is kept while the payee looks at the bank, over a PIN lock and a reload. It is about the order as it was then: once the order
 * has moved (another payment was declared, a cancel is asked) everything is asked anew.
 */
function useAnswers({ orderId, version: now }: OrderDetail) {
  const version = String(now);
  const read = useCallback(
    (value: unknown) => {
      const kept = readKept(value);
      return kept?.version === version ? kept : undefined;
    },
    [version],
  );
  const initial = { version, ...NONE };
  const [answers, keep] = useFormDraft<Answers & { version: string }>(releaseDraft(orderId), {
    read,
    initial,
  });
  const put = (check: Check, answer: Answer) => keep({ ...answers, version, [check]: answer });
  return { answers, put };
}

/** What is to be seen at the bank, one question each. Before a payment was declared there is no name and no account to compare. */
function useQuestions({ payMethod, payTwd, paid }: OrderDetail): readonly (readonly [Check, string])[] {
  const say = useWords(releaseWords);
  const app = usePayMethodName()(payMethod);
  const pay = formatMoney(payTwd);
  return [
    ['amount', payMethod === 'bank' ? say('ask.amount', { pay }) : say('ask.amountApp', { pay, app })],
    ['name', paid ? say('ask.name', { name: paid.payer }) : say('ask.nameOwn')],
    ...(paid ? [['lastFive', say('ask.lastFive', { digits: paid.lastFive })] as const] : []),
  ];
}

interface ChecksProps {
  order: OrderDetail;
  /** What the slide says. */
  label: string;
  onConfirm: () => Promise<void>;
  /** Leads to what can be done in place of a release. */
  onInstead: () => void;
}

/** The payee compares amount, name and account with what the bank shows. Each "no" has its own way on, and the slide opens when all are "yes". */
export function ReleaseChecks({ order, label, onConfirm, onInstead }: ChecksProps) {
  const say = useWords(releaseWords);
  const sayOrder = useWords(ordersWords);
  const questions = useQuestions(order);
  const { answers, put } = useAnswers(order);
  const [isFinal, setFinal] = useState(false);
  const refused = questions.find(([check]) => answers[check] === 'no');
  const isSure = isFinal && questions.every(([check]) => answers[check] === 'yes');
  return (
    <>
      <ol className={styles.questions}>
        {questions.map(([check, question]) => (
          <li key={check} className={styles.question}>
            <p aria-hidden>{question}</p>
            <Segmented<Answer>
              label={question}
              value={answers[check]}
              options={[
                { value: 'yes', label: say('yes') },
                { value: 'no', label: say('no') },
              ]}
              onChange={(value) => put(check, value)}
            />
          </li>
        ))}
      </ol>
      {refused && (
        <div className={stackClass}>
          <Notice tone="refused" isAlert>
            {say(`no.${refused[0]}`)}
          </Notice>
          <Button look="quiet" block onClick={onInstead}>
            {say('instead')}
          </Button>
        </div>
      )}
      <Checkbox
        label={sayOrder('checkFinal')}
        checked={isFinal}
        onChange={({ target }) => setFinal(target.checked)}
      />
      <SlideToConfirm
        label={label}
        pressLabel={say('press', { quantity: formatMoney(order.quantity), coin: order.coin })}
        disabled={!isSure}
        onConfirm={onConfirm}
      />
    </>
  );
}
