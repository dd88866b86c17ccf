import type { Handler } from '#platform/gateway/call-table.ts';

export const readTerms: Handler<'/listing/terms'> = async ({ now, settings: readSettings }) => {
  const settings = await readSettings();
  return {
    feeBasisPoints: settings['fee.order'],
    payWindows: [...settings['clock.pay']],
    serverTime: now.toISOString(),
  };
};
