import { expect, test } from 'vitest';
import { openDeviceKey } from '../storage/device-key.ts';
import { pageStorage } from '../storage/areas.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';

test('a RID is known to be sent from here, when it is new and when a retry uses it again', async () => {
  const area = pageStorage();
  const key = openDeviceKey('commands');
  const rid = 'r'.repeat(22);
  const body = { scope: '1', bUrl: '/listing/close', pairs: [], keptMinutes: 5 };
  const page = (makeRid: () => string) =>
    createIdempotencyKeys({ area, makeRid, now: () => 0, openKey: () => key });
  for (const one of [page(() => rid), page(() => 'x'.repeat(22))]) {
    expect(one.hasSent(rid)).toBe(false);
    expect((await one.begin(body))?.rid).toBe(rid);
    expect([one.hasSent(rid), one.hasSent(undefined)]).toEqual([true, false]);
  }
});
