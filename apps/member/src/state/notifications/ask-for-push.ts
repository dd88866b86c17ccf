import { appError } from '@holdfast/contract/errors';
import type { Failures } from '@holdfast/client/calls';
import { decidePush } from './permission.rules.ts';
import { isPushOffOf } from './push-records.ts';
import { registerPush, type PushWishes } from './push-registration.ts';
import { saySafariIsTooOld } from './start-push.ts';

/** At the member's 確認: browsers want a tap before they ask. What was turned off on this device is on again then. */
export async function askForPush(
  services: Parameters<typeof registerPush>[0] & { failures: Failures },
  wishes: PushWishes,
  userAgent: string,
): Promise<void> {
  const { push, failures, shared } = services;
  if (decidePush('granted', userAgent) === 'safari-too-old') saySafariIsTooOld(failures);
  // An iPhone asks on the home screen alone, and the prompt has said how to get there.
  else if (push.needsHomeScreen) return;
  else if ((await push.request()) !== 'granted') failures.report(appError('NOTIFICATION_DENIED'));
  else {
    isPushOffOf(shared).clear();
    (await push.open()).start();
    // What fails now is tried again with the next refresh.
    await registerPush(services, wishes).catch(() => {});
  }
}
