import type { AppError } from '@holdfast/kernel';
import type { PushDevice, PushWord } from '#platform/push/port.ts';
import type { Services } from '../services.tsx';
import { registerPush, type PushWishes } from './push-registration.ts';

/** What a push message passes on its way to somebody, in the order in which it is looked at. */
export const PUSH_PARTS = ['permission', 'worker', 'token', 'service'] as const;
export type PushPart = (typeof PUSH_PARTS)[number];

/** What is broken, if anything is. `late`: the push service has taken the message and has not brought it. */
export type PushFault =
  | 'permission'
  | 'worker'
  | 'token'
  | 'unknown-service'
  | 'refused'
  | 'unreachable'
  | 'late';

/** To which part a fault belongs. */
export const PART_OF: Readonly<Record<PushFault, PushPart>> = {
  permission: 'permission',
  worker: 'worker',
  token: 'token',
  'unknown-service': 'token',
  refused: 'service',
  unreachable: 'service',
  late: 'service',
};

type Needed = Pick<Services, 'callApi' | 'session' | 'shared'> & { push: NonNullable<Services['push']> };

interface Clock {
  sleep: (ms: number) => Promise<void>;
}

const LOOK_MS = 1000;
/** A push service that works brings a message within a second or two. */
const LOOKS = 20;

const realClock: Clock = { sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/** Whether the test message has arrived, once the worker has said so. */
function listenFor(device: PushDevice) {
  const heard = new Set<string>();
  const stop = device.subscribeToWords((word: PushWord) => {
    if (word.kind === 'test') heard.add(word.testId);
  });
  return { has: (testId: string) => heard.has(testId), stop };
}

/**
 * Sends this device a test message and follows it: says which part is looked at, and returns what is broken, or nothing. Faults of the
 * connection to the server are thrown: they say nothing of push.
 */
export async function checkPush(
  services: Needed,
  wishes: PushWishes,
  onPart: (part: PushPart) => void,
  { sleep }: Clock = realClock,
): Promise<PushFault | undefined> {
  const { push, callApi } = services;
  onPart('permission');
  if (push.permission() !== 'granted') return 'permission';
  onPart('worker');
  const { device } = await push.open();
  if (!device || !(await device.hasWorker())) return 'worker';
  onPart('token');
  try {
    if ((await registerPush(services, wishes)) !== 'registered') return 'token';
  } catch (error) {
    if ((error as AppError).code === 'PUSH_SERVICE_UNKNOWN') return 'unknown-service';
    throw error;
  }
  onPart('service');
  const arrivals = listenFor(device);
  try {
    const { test } = await callApi('/member/device/push-test', {});
    for (let look = 0; look < LOOKS; look += 1) {
      await sleep(LOOK_MS);
      if (arrivals.has(test)) return undefined;
      const { device: known } = await callApi('/member/device/push', { isBackground: true });
      // The push service has said that it does not know the address.
      if (!known) return 'token';
      const outcome = known.test?.id === test ? known.test.outcome : 'waiting';
      if (outcome === 'refused' || outcome === 'unreachable') return outcome;
    }
    return 'late';
  } finally {
    arrivals.stop();
  }
}
