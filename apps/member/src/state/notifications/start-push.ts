import { SAFARI_VERSION_MIN } from '@holdfast/contract/constants';
import { appError } from '@holdfast/contract/errors';
import type { Failures } from '@holdfast/client/calls';
import { withOne, type Notices } from './notices.ts';
import { pushAskOf } from '../member-records.ts';
import { decidePush } from './permission.rules.ts';
import type { PushCarrier } from '#platform/push/port.ts';
import { isPushOffOf } from './push-records.ts';

interface Parts {
  push: PushCarrier;
  notices: Notices;
  failures: Failures;
  /** Remembers, as long as the tab lives, that somebody was asked. */
  tab: Storage;
  /** Remembers that somebody has turned notifications off here. */
  shared: Storage;
}

export function saySafariIsTooOld(failures: Failures): void {
  const { major, minor } = SAFARI_VERSION_MIN;
  failures.report(appError('SAFARI_TOO_OLD', { version: `${major}.${minor}` }));
}

/** At the start of the app. What has been said to somebody is not said again at a reload. */
export function startPush(
  { push, failures, tab, shared }: Pick<Parts, 'push' | 'failures' | 'tab' | 'shared'>,
  userAgent: string,
): void {
  if (isPushOffOf(shared).read()) return;
  const decided = decidePush(push.permission(), userAgent);
  const asked = pushAskOf(tab);
  if (decided === 'start')
    push.open().then(
      (carrier) => carrier.start(),
      () => {}, // its code did not come: the next start asks for it again
    );
  if (decided !== 'safari-too-old' || asked.read()) return;
  asked.write(true);
  saySafariIsTooOld(failures);
}

/** Whether this start asks about notifications. What has been said in this tab is not said again. */
export const isPushQuestionDue = (
  { push, tab, shared }: Pick<Parts, 'push' | 'tab' | 'shared'>,
  userAgent: string,
): boolean =>
  !isPushOffOf(shared).read() &&
  decidePush(push.permission(), userAgent) === 'prompt' &&
  !pushAskOf(tab).read();

/** Once somebody has signed in on this device: a stranger who looks at the sign-in form has nothing to be notified of yet. */
export function promptForPush(
  { push, notices, tab, shared }: Pick<Parts, 'push' | 'notices' | 'tab' | 'shared'>,
  userAgent: string,
): void {
  if (isPushQuestionDue({ push, tab, shared }, userAgent))
    notices.change(({ prompts }) => ({ prompts: withOne(prompts, 'notification-permission') }));
}
