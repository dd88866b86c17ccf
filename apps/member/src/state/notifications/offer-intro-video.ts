import type { PushCarrier } from '#platform/push/port.ts';
import { introSeenOf } from '../member-records.ts';
import { safeVideo } from '../status/safe-video.rules.ts';
import type { Notices } from './notices.ts';
import { isPushQuestionDue } from './start-push.ts';

interface Parts {
  notices: Notices;
  push: PushCarrier | undefined;
  /** Where a video that was closed is kept: it is not shown again on this device. */
  shared: Storage;
  /** Where one that was shown is kept: a reload does not show it again. */
  tab: Storage;
}

/**
 * Shows the intro video, where the server names one: `isPushed`, because operators want it to be seen, else to who has not closed it yet. A start covers what a member came for once at most: where it asks about notifications
 * the video waits for another start.
 */
export function offerIntroVideo(
  { notices, push, shared, tab }: Parts,
  address: string,
  isPushed: boolean,
): void {
  if (push && isPushQuestionDue({ push, tab, shared }, navigator.userAgent)) return;
  const video = safeVideo(address, globalThis.location.origin);
  const isNew = () => [shared, tab].every((area) => introSeenOf(area).read() !== video);
  if (video !== undefined && (isPushed || isNew())) notices.change(() => ({ introVideo: video }));
}
