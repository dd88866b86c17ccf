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

/** Which of the prompt's two texts helps: on iOS only a page on the home screen may send notifications. */
export function promptTextFor(userAgent: string): 'ios' | 'computer' {
  return /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'computer';
}
