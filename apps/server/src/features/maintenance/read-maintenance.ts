import type { CallOutput } from '@holdfast/contract/calls';
import { operatorNames } from '#features/operators/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { listMaintenance, type KnownMaintenance } from '#platform/maintenance/downtime.store.ts';

type Shown = NonNullable<CallOutput<'/operator/maintenance/read'>['running']>;

export const readMaintenance: Handler<'/operator/maintenance/read'> = async ({ tx }) => {
  const known = await listMaintenance(tx);
  const names = await operatorNames(
    tx,
    known.flatMap(({ plannedBy }) => (plannedBy === null ? [] : [plannedBy])),
  );
  const show = (one: KnownMaintenance | undefined): Shown | null =>
    one
      ? {
          id: one.id,
          from: one.from.toISOString(),
          until: one.until.toISOString(),
          messageZh: one.message.zhTW,
          messageEn: one.message.en,
          reason: one.reason,
          by: one.plannedBy === null ? null : (names.get(one.plannedBy) ?? ''),
        }
      : null;
  return {
    running: show(known.find(({ isRunning }) => isRunning)),
    planned: show(known.find(({ isRunning }) => !isRunning)),
  };
};
