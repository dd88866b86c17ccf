import { isSafariTooOld } from '@holdfast/contract/rules';

/**
 * What the app's start does about notifications (spec 4, decision 6): start the carrier where it may, unless this Safari has no push
 * at all; ask where it was refused, and where nobody has been asked yet.
 */
export function decidePush(
  permission: NotificationPermission,
  userAgent: string,
): 'start' | 'prompt' | 'safari-too-old' {
  if (permission !== 'granted') return 'prompt';
  return isSafariTooOld(userAgent) ? 'safari-too-old' : 'start';
}

/**
 * Which text of the prompt helps (spec 2): on an iPhone only a page on the home screen may send notifications; a phone asks in a window of its own,
 * unless somebody has refused before; a computer beside the address bar.
 */
export type PushPromptText = 'home-screen' | 'phone' | 'phone-denied' | 'computer';

export function promptTextFor({
  userAgent,
  needsHomeScreen,
  permission,
}: {
  userAgent: string;
  needsHomeScreen: boolean;
  permission: NotificationPermission;
}): PushPromptText {
  if (needsHomeScreen) return 'home-screen';
  if (!/iPhone|iPad|iPod|Android/.test(userAgent)) return 'computer';
  return permission === 'denied' ? 'phone-denied' : 'phone';
}
