import { isSafariTooOld } from '@holdfast/contract';
import type { PushCarrier } from './port.ts';

type Permission = ReturnType<PushCarrier['permission']>;

/**
 * What the app's start does about notifications (spec 4, decision 6): start the carrier when it may, ask when it does not know or
 * was refused, and say so where Safari has no push at all.
 */
export function decidePush(permission: Permission, userAgent: string): 'start' | 'prompt' | 'safari-too-old' {
  if (isSafariTooOld(userAgent)) return 'safari-too-old';
  return permission === 'granted' ? 'start' : 'prompt';
}

/** Which of the prompt's two texts helps: on iOS only a page on the home screen may send notifications. */
export function promptTextFor(userAgent: string): 'ios' | 'computer' {
  return /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'computer';
}
