import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { ORDER_STATE_INFO, RULING_REASONS } from '@holdfast/contract/orders';
import { Card, Fact, Facts, formatMoney, Pill, stackClass } from '@holdfast/ui';
import componentStyles from '#components/components.module.css';
import { useWhen } from '#components/use-when.ts';
import { callName } from './case.rules.ts';
import styles from './cases.module.css';
import type { Detail } from './room-facts.tsx';
import { roomWords } from './room.words.ts';
import { ruleWords } from './rule.words.ts';
import { useNames } from './use-names.ts';

/** What members have appealed about, the newest first. */
export function Cases({ detail: { cases, isClear } }: { detail: Detail }) {
  const say = useWords(roomWords);
  const language = useLanguage();
  const when = useWhen();
  const name = useNames();
  return (
    <Card className={stackClass}>
      <h2>{say('cases')}</h2>
      {cases.length === 0 && <p className={componentStyles.quiet}>{say('casesNone')}</p>}
      {cases.map((file) => (
        <section key={file.id} className={stackClass}>
          <h3>{say('caseOpened', { who: name('by', file.openedBy), when: when(file.openedAt) })}</h3>
          <Facts>
            <Fact name={say('caseReason')}>
              {file.reason === null ? name('event', file.event) : name('reason', file.reason)}
            </Fact>
            <Fact name={say('caseBefore')}>{inLanguage(ORDER_STATE_INFO[file.previousState], language)}</Fact>
            <Fact name={say('caseAnswer')}>
              {file.firstRepliedAt === null
                ? say('answerDue', { when: when(file.firstReplyDueAt) })
                : say('answeredAt', { when: when(file.firstRepliedAt) })}
            </Fact>
            <Fact name={say('ruling')}>{when(file.rulingDueAt)}</Fact>
            <Fact name={say(file.escalatedAt === null ? 'escalates' : 'escalated')}>
              {when(file.escalatedAt ?? file.escalatesAt)}
            </Fact>
          </Facts>
          {file.text !== null && <blockquote className={styles.statement}>{file.text}</blockquote>}
          {!isClear && <p className={componentStyles.quiet}>{say('statementHidden')}</p>}
          {file.ruling && <Ruled ruling={file.ruling} />}
          {file.closedAt !== null && (
            <p>
              <Pill tone="neutral">
                {say('caseClosed', {
                  when: when(file.closedAt),
                  outcome: name('event', file.outcome ?? ''),
                })}
              </Pill>
            </p>
          )}
        </section>
      ))}
    </Card>
  );
}

/** What an operator has decided, in the words that both sides read. */
function Ruled({ ruling }: { ruling: NonNullable<Detail['cases'][number]['ruling']> }) {
  const say = useWords(ruleWords);
  const language = useLanguage();
  const { reason, text, evidence, by, approvedBy } = ruling;
  return (
    <>
      <p>
        {approvedBy === null
          ? say('ruledBy', { who: callName(by) })
          : say('ruledByTwo', { who: callName(by), other: callName(approvedBy) })}
        {' · '}
        {inLanguage(RULING_REASONS[reason], language)}
      </p>
      <blockquote className={styles.statement}>{text}</blockquote>
      {evidence.length > 0 && (
        <p className={componentStyles.quiet}>{say('restsOn', { what: evidence.join(', ') })}</p>
      )}
    </>
  );
}

/** What the ledger has moved for the order. */
export function Postings({ postings }: Pick<Detail, 'postings'>) {
  const say = useWords(roomWords);
  const when = useWhen();
  const name = useNames();
  return (
    <Card className={stackClass}>
      <h2>{say('postings')}</h2>
      {postings.length === 0 && <p className={componentStyles.quiet}>{say('postingsNone')}</p>}
      {postings.length > 0 && (
        <div className={componentStyles.tableCard} role="group" aria-label={say('postings')} tabIndex={0}>
          <table className={componentStyles.changes}>
            <thead>
              <tr>
                <th scope="col">{say('time')}</th>
                <th scope="col">{say('posting')}</th>
                <th scope="col">{say('owner_')}</th>
                <th scope="col">{say('amount')}</th>
              </tr>
            </thead>
            <tbody>
              {postings.map((posting) => (
                <tr key={`${posting.reference} ${posting.owner} ${posting.account}`}>
                  <td>{when(posting.at)}</td>
                  <th scope="row">{name('kind', posting.kind)}</th>
                  <td>
                    {name('owner', posting.owner)} · {name('account', posting.account)}
                  </td>
                  <td className={styles.sum}>
                    {formatMoney(posting.amount, { signed: true })} {posting.coin}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
