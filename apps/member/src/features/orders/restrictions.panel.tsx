import { Card, EmptyState, Fact, Facts, ListRow, Panel, RowList, Skeleton, stackClass } from '@holdfast/ui';
import { RecordsIcon } from '@holdfast/ui';
import { useRead } from '@holdfast/client/queries';
import { clockTime, useWords } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { SupportLink } from '#components/support-link.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { RestrictionRow, useOtherRestrictions } from './other-restrictions.tsx';
import styles from './orders.module.css';
import { restrictionWords } from './restrictions.words.ts';

/** All that restricts the member for now: what, why, until when and what to do; and the counts of own cancels. */
export function RestrictionsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(restrictionWords);
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        <Restrictions />
      </div>
    </Panel>
  );
}

function Restrictions() {
  const say = useWords(restrictionWords);
  const { language } = useSettings();
  const read = useRead('/member/restrictions', {});
  const permissions = useRead('/member/account/permissions', {});
  const limits = useRead('/member/limits', {});
  const balances = useRead('/member/balanceinfo', {});
  const others = useOtherRestrictions({
    permissions: permissions.data,
    limits: limits.data,
    balances: balances.data?.balances,
  });
  const { data } = read;
  // All of them or none: a part would say that the rest is not restricted.
  const reads = [read, permissions, limits, balances];
  const failed = reads.find((one) => one.isError && !one.data);
  if (failed) return <ReadFailed read={failed} />;
  if (!data || reads.some((one) => !one.data))
    return (
      <div className={stackClass} aria-busy>
        <Card flush>
          <ListRow title={<Skeleton width="50%" />} note={<Skeleton width="80%" />} />
        </Card>
        <Card>
          <Skeleton height="160px" />
        </Card>
      </div>
    );
  const { cancels, restrictions } = data;
  const used = (of: number, max: number) => say('usedOf', { used: of, max });
  return (
    <>
      {restrictions.length + others.length === 0 ? (
        <Card>
          <EmptyState icon={<RecordsIcon />} title={say('none')} text={say('noneText')} />
        </Card>
      ) : (
        <Card flush>
          <RowList label={say('title')}>
            {restrictions.map(({ act, reason, until }) => (
              <li key={act}>
                <ListRow
                  title={say(`act.${act}`)}
                  note={say(`why.${reason}`, { time: clockTime(until, language) })}
                />
              </li>
            ))}
            {others.map((row) => (
              <li key={row.key}>
                <RestrictionRow row={row} />
              </li>
            ))}
          </RowList>
        </Card>
      )}
      <Card className={styles.pay}>
        <h2 className={styles.cardTitle}>{say('today')}</h2>
        <Facts>
          <Fact name={say('cancels')}>{used(cancels.used, cancels.max)}</Fact>
          <Fact name={say('afterPaid')}>{used(cancels.afterPaidUsed, cancels.afterPaidMax)}</Fact>
        </Facts>
        <p className={styles.soft}>{say('counts')}</p>
        <p className={styles.soft}>{say('appeal')}</p>
      </Card>
      <SupportLink />
      <ZoneNote isCentered />
    </>
  );
}
