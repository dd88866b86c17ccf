import { formatAmount, minor } from '@holdfast/kernel';
import { lastReconciliation, platformBalances } from '@holdfast/ledger';
import { REVIEW_KIND_NAMES } from '@holdfast/contract/operators';
import type { Handler } from '#platform/gateway/call-table.ts';
import { listGauges, listSignIns, measuredAt } from './dashboard.store.ts';

const HOURS = 48;

export const readWork: Handler<'/operator/dashboard/work'> = async ({ tx }) => {
  const gauges = await listGauges(tx);
  const at = await measuredAt(tx);
  const of = (area: string, name: string, age = '') =>
    gauges.find((gauge) => gauge.area === area && gauge.name === name && gauge.age === age);
  const signIns = await listSignIns(tx, HOURS);
  return {
    measuredAt: at?.toISOString() ?? null,
    reviews: REVIEW_KIND_NAMES.map((kind) => {
      const [hour, waiting, late] = (['hour', 'waiting', 'late'] as const).map((age) =>
        of('review', kind, age),
      );
      return {
        kind,
        underHour: hour?.count ?? 0,
        waiting: waiting?.count ?? 0,
        late: late?.count ?? 0,
        oldestAt: (late ?? waiting ?? hour)?.oldestAt?.toISOString() ?? null,
      };
    }),
    orders: gauges.flatMap(({ area, name, count }) => (area === 'order' ? [{ state: name, count }] : [])),
    signIns: signIns.map(({ hour, good, refused }) => ({ hour: hour.toISOString(), good, refused })),
  };
};

export const readMoney: Handler<'/operator/dashboard/money'> = async ({ tx }) => {
  const [accounts, last] = [await platformBalances(tx), await lastReconciliation(tx)];
  return {
    accounts: accounts.map(({ coin, kind, balance }) => ({
      coin,
      kind,
      balance: formatAmount(coin, minor(coin, balance)),
    })),
    reconciliation: last
      ? { at: last.endedAt.toISOString(), findings: last.findings, isOverdue: last.isOverdue }
      : null,
  };
};
