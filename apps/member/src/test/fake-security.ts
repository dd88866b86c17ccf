import type { CallOutput } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { authenticatorHandlers } from './fake-authenticator.ts';
import { passkeyHandlers } from './fake-passkeys.ts';
import { standingHandlers } from './fake-standing.ts';
import type { Handlers } from './fake-server.ts';
import { instantAt } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

type Of<P extends keyof Handlers> = P extends keyof Handlers ? CallOutput<P> : never;

const HOUR = 3_600_000;
const CODE_IDS = {
  old: '00000000-0000-4000-8000-000000000001',
  new: '00000000-0000-4000-8000-000000000002',
} as const;

/** What keeps the invented member safe: two devices, a few sign-ins, a cool-down that runs. */
export function securityHandlersOf(world: FakeWorld): Handlers {
  const ago = (hours: number) => instantAt(world.now - hours * HOUR);
  let devices: Of<'/member/security/devices'>['devices'] = [
    {
      id: '2',
      name: 'Safari · iPhone',
      place: '',
      network: '203.0.113.0/24',
      firstSeenAt: ago(900),
      lastSeenAt: ago(0.1),
      isCurrent: true,
    },
    {
      id: '1',
      name: 'Chrome · Windows',
      place: '',
      network: '198.51.100.0/24',
      firstSeenAt: ago(2000),
      lastSeenAt: ago(50),
      isCurrent: false,
    },
  ];
  const row = (
    id: string,
    outcome: Of<'/member/security/history'>['items'][number]['outcome'],
    hours: number,
  ) => ({
    id,
    outcome,
    device: 'Safari · iPhone',
    place: '',
    network: '203.0.113.0/24',
    at: ago(hours),
  });
  const coolDowns = () =>
    world.coolDownUntil ? [{ cause: 'device' as const, until: world.coolDownUntil }] : [];
  const codesTo = (channel: 'mobile' | 'mail') => ({
    channel,
    address: channel === 'mobile' ? world.info.mobile : world.info.email,
  });
  const begun = () => {
    const resendAt = instantAt(world.now + 60_000);
    return {
      old: { id: CODE_IDS.old, resendAt, ...codesTo('mobile') },
      new: { id: CODE_IDS.new, resendAt },
    };
  };
  const changed = () => ({
    coolDownUntil: instantAt(world.now + 24 * HOUR),
    access_token: 'y'.repeat(43),
  });
  return {
    '/member/security/devices': () => ({ devices }),
    '/member/security/device-revoke': ({ input }) => {
      devices = devices.filter((device) => device.id !== input.id);
      return {};
    },
    '/member/security/history': ({ input }) =>
      input.cursor === undefined
        ? { items: [row('9', 'success', 0.1), row('8', 'wrong-password', 3)], next: '8' }
        : { items: [row('7', 'success', 80)], next: null },
    '/member/security/phrase': () => ({ phrase: world.phrase ?? null }),
    '/member/security/phrase-set': ({ input }) => {
      world.phrase = input.phrase;
      return {};
    },
    ...authenticatorHandlers(world),
    ...passkeyHandlers(world),
    '/member/security/freeze': () => ({}),
    '/member/security/freeze-without-session': ({ input }) => {
      if (input.password !== undefined && input.password !== world.member.password)
        throw appError('SIGN_IN_FAILED');
      return {};
    },
    '/member/security/unfreeze': ({ input }) => {
      if (input.password !== world.member.password) throw appError('SIGN_IN_FAILED');
      return {};
    },
    '/member/account/permissions': () => ({
      acts: world.coolDownUntil ? [{ act: 'release', state: 'asks-code', until: world.coolDownUntil }] : [],
      coolDowns: coolDowns(),
      secretForm: world.secretForm ?? 'six-digit',
      codesTo: world.codesTo ?? [
        codesTo('mobile'),
        ...((world.mail ?? 'verified') === 'verified' ? [codesTo('mail')] : []),
      ],
      mobile: 'verified',
      mail: world.mail ?? 'verified',
      locksMax: world.ownLocksMax ?? 3,
      mayRename: world.mayRename ?? false,
    }),
    ...standingHandlers(world),
    '/member/mobile-change/create-verification': begun,
    '/member/mobile-change/verify': changed,
    '/member/mail-change/create-verification': begun,
    '/member/mail-change/verify': () => {
      world.mail = 'verified';
      return changed();
    },
  };
}
