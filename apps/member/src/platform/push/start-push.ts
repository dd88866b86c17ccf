import { appError, SAFARI_VERSION_MIN } from '@holdfast/contract';
import type { Failures } from '../calls/failures.ts';
import { withOne, type Notices } from '../notices/notices.ts';
import { decidePush } from './permission.rules.ts';
import type { PushCarrier } from './port.ts';

interface Parts {
  push: PushCarrier | undefined;
  notices: Notices;
  failures: Failures;
}

function saySafariIsTooOld(failures: Failures): void {
  const { major, minor } = SAFARI_VERSION_MIN;
  failures.report(appError('SAFARI_TOO_OLD', { version: `${major}.${minor}` }));
}

/** At the start of the app. Without a carrier nothing is asked. */
export function startPush({ push, notices, failures }: Parts, userAgent: string): void {
  if (!push) return;
  const decided = decidePush(push.permission(), userAgent);
  if (decided === 'start') push.start();
  else if (decided === 'safari-too-old') saySafariIsTooOld(failures);
  else notices.change(({ prompts }) => ({ prompts: withOne(prompts, 'notification-permission') }));
}

/** At the member's 確認: browsers want a tap before they ask. */
export async function askForPush(
  { push, failures }: Omit<Parts, 'notices'>,
  userAgent: string,
): Promise<void> {
  if (!push) return;
  if (decidePush('granted', userAgent) === 'safari-too-old') saySafariIsTooOld(failures);
  else if ((await push.request()) === 'granted') push.start();
  else failures.report(appError('NOTIFICATION_DENIED'));
}
