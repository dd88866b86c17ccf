import type { OwnPayAccount } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import { maskPayTarget, readPayCode } from '@holdfast/contract/rules';
import type { FoundCode } from '#platform/codes/port.ts';
import type { Handlers } from './fake-server.ts';
import { DAY, instantAt, MINUTE } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

/** What a device reads in a picture, if nothing else is said. */
export const FAKE_CODE = 'https://service.jkopay.com/r/transfer?j=Transfer:901234567';
export const fakeCodes = (...texts: readonly string[]): FoundCode[] =>
  (texts.length > 0 ? texts : [FAKE_CODE]).map((text) => ({ text, picture: new Blob([text]) }));

export function fakePayAccounts(now: number): OwnPayAccount[] {
  return [
    {
      id: '31',
      app: 'twqr',
      targetMasked: '822 ****7890',
      holderName: '林○安',
      status: 'Approved',
      addedAt: instantAt(now - 30 * DAY),
      refusal: null,
      coolingUntil: null,
    },
    {
      id: '32',
      app: 'jkopay',
      targetMasked: 'service.jkopay.com ****1122',
      holderName: '林○安',
      status: 'Review',
      addedAt: instantAt(now - 90 * MINUTE),
      refusal: null,
      coolingUntil: null,
    },
  ];
}

export function payAccountHandlers(world: FakeWorld): Handlers {
  const remove = (id: string) => {
    if (!world.payAccounts.some((one) => one.id === id)) throw appError('PAY_ACCOUNT_NOT_FOUND');
    world.payAccounts = world.payAccounts.filter((one) => one.id !== id);
    return {};
  };
  return {
    '/member/third-party-payment/list': () => ({
      payAccounts: world.payAccounts,
      approval: world.cardApproval ?? 'by-review',
      newCoolsUntil: world.coolDownUntil ?? null,
    }),
    '/member/third-party-payment/upload-resource-id-binding': ({ input }) => {
      const target = defined(readPayCode(input.codeContent), 'the app sends what it has read');
      const payAccount = {
        id: input.payAccountId ?? String(world.payAccounts.length + 40),
        app: input.app,
        targetMasked: maskPayTarget(target),
        holderName: input.holderName,
        status: world.cardApproval === 'at-once' ? ('Approved' as const) : ('Review' as const),
        addedAt: instantAt(world.now),
      };
      const others = world.payAccounts.filter(({ id }) => id !== payAccount.id);
      world.payAccounts = [
        ...others,
        { ...payAccount, refusal: null, coolingUntil: world.coolDownUntil ?? null },
      ];
      return { payAccount };
    },
    '/member/third-party-payment/delete': ({ input }) => remove(input.payAccountId),
  };
}
