// A module of its own: the first code has the name of the notice, and does not ask this.
import { BROADCAST_NOTICE } from './broadcast-notice.ts';

/** Whether a message is a broadcast about everybody's safety: nobody can mute it, and it reaches a device as what concerns an account's own safety does. */
export const isSafetyBroadcast = ({
  type,
  extra,
}: {
  readonly type: string;
  readonly extra: Readonly<Record<string, unknown>>;
}): boolean => type === BROADCAST_NOTICE && extra['kind'] === 'safety';
