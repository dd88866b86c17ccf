import { nextTextAfter } from '@holdfast/contract/settings';
import type { Handler } from '#platform/gateway/call-table.ts';
import { readReferences, showReference } from './price-references.ts';
import { listChanges } from '#platform/settings/settings.store.ts';

export const readTerms: Handler<'/listing/terms'> = async ({ tx, now, settings: readSettings }) => {
  const settings = await readSettings();
  const next = nextTextAfter(await listChanges(tx, { margin: '0' }), 'fee.order', now);
  return {
    feeBasisPoints: settings['fee.order'],
    feePlanned: next ? { feeBasisPoints: Number(next.value), from: next.startsAt.toISOString() } : null,
    payWindows: [...settings['clock.pay']],
    references: (await readReferences(tx)).map(showReference),
    warnPercent: settings['price.deviation'],
    serverTime: now.toISOString(),
  };
};
