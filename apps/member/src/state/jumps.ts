import type { OtherSetUp } from '@holdfast/contract/member';
import { otherSetUpOf } from './device-records.ts';

export type JumpFlag = Exclude<keyof OtherSetUp, 'RealName'>;

/** The one-shot flags of this device (spec 3). Whoever sets one is told of nothing; the frame follows it and resets it. */
export interface Jumps {
  read: () => OtherSetUp;
  write: (flags: OtherSetUp) => void;
  set: (flag: JumpFlag) => void;
  /** Tells of flags set in this tab: another tab's are that tab's to follow. */
  subscribe: (listener: () => void) => () => void;
}

export function createJumps(shared: Storage): Jumps {
  const record = otherSetUpOf(shared);
  const listeners = new Set<() => void>();
  return {
    read: record.read,
    write: record.write,
    set(flag) {
      record.write({ ...record.read(), [flag]: true });
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
