import type { CallOutput } from '@holdfast/contract/calls';
import type { OperatorId } from '@holdfast/kernel';
import { operatorNames } from '#features/operators/index.ts';
import { together } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { listMaintenance, type KnownMaintenance } from '#platform/maintenance/downtime.store.ts';
import { listOutages } from '#platform/maintenance/outage.store.ts';

const OUTAGES_SHOWN = 20;

type Shown = NonNullable<CallOutput<'/operator/maintenance/read'>['running']>;

export const readMaintenance: Handler<'/operator/maintenance/read'> = async ({ tx }) => {
  const [known, outages] = await together(listMaintenance(tx), listOutages(tx, OUTAGES_SHOWN));
  const by = [...known.map(({ plannedBy }) => plannedBy), ...outages.map(({ declaredBy }) => declaredBy)];
  const names = await operatorNames(
    tx,
    by.filter((id) => id !== null),
  );
  const nameOf = (id: OperatorId | null) => (id === null ? null : (names.get(id) ?? ''));
  const show = (one: KnownMaintenance | undefined): Shown | null =>
    one
      ? {
          id: one.id,
          from: one.from.toISOString(),
          until: one.until.toISOString(),
          messageZh: one.message.zhTW,
          messageEn: one.message.en,
          reason: one.reason,
          by: nameOf(one.plannedBy),
        }
      : null;
  return {
    running: show(known.find(({ isRunning }) => isRunning)),
    planned: show(known.find(({ isRunning }) => !isRunning)),
    outages: outages.map(({ from, until, declaredBy, ...one }) => ({
      ...one,
      from: from.toISOString(),
      until: until.toISOString(),
      by: nameOf(declaredBy),
    })),
  };
};
