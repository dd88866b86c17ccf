import type { CallOutput } from '@holdfast/contract/calls';
import type { LevelRecord } from '@holdfast/contract/member';
import { levelsBy, type Settings } from '@holdfast/contract/settings';
import { defined } from '@holdfast/kernel';
import { findFigures, findTrader, lockCapOf, recordOf } from '#features/listings/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findOwnLevel, type OwnLevel } from './level.store.ts';

/** What counts of a member for the levels. */
export async function levelRecordOf(tx: Tx, own: OwnLevel, now: Date): Promise<LevelRecord> {
  const figures = await findFigures(tx, own.id);
  const { finished, ended, days } = recordOf(own, figures, now);
  return { finished, ended, partners: figures.partners, days };
}

export async function standingOf(
  tx: Tx,
  own: OwnLevel,
  { record, settings }: { readonly record: LevelRecord; readonly settings: Settings },
): Promise<CallOutput<'/member/account/use-level-get'>> {
  const { id, level, isKept } = own;
  const { locksMax } = await findTrader(tx, id);
  return {
    level,
    isKept,
    locksMax: lockCapOf(level, locksMax, settings),
    hasOwnLocksMax: locksMax !== null,
    levels: levelsBy(settings).map((each) => ({ ...each, needs: { ...each.needs } })),
    record: { ...record },
  };
}

/** The member's level, what each level opens and needs, and what the member has of it. */
export const ownLevel: Handler<'/member/account/use-level-get'> = async ({
  tx,
  now,
  settings,
  session: { memberId },
}) => {
  const own = defined(await findOwnLevel(tx, memberId), 'a session has its member');
  const record = await levelRecordOf(tx, own, now);
  return standingOf(tx, own, { record, settings: await settings() });
};
