import type { InboxRow } from '@holdfast/contract/calls';
import { NOTIFICATION_TYPES, ORDER_NOTIFICATION_TYPES } from '@holdfast/contract/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

/** The table of spec 4, type by type: which buttons a dialog has, what they do, that the mask comes and goes with it, and that nothing of it stays. */

const START = '/transaction';

interface Expected {
  readonly extra?: Record<string, unknown>;
  readonly buttons: readonly ('關閉' | '確認')[];
  /** What is stored as soon as it is shown, read back from the member data. */
  readonly stores?: { platformBinding?: boolean; bankCardStatus?: string };
  /** Where each button leads; closing leads nowhere. */
  readonly confirmLeadsTo?: string;
  readonly signsOut?: true;
  readonly refreshesMemberInfo?: true;
}

const INFO: Expected = { buttons: ['關閉'] };
const ORDER: Expected = { extra: { orderId: '77', serialNo: 'HF-77' }, buttons: ['關閉', '確認'] };

const TABLE: Readonly<Record<string, Expected>> = {
  userNormalLogin: INFO,
  userWithdrawSuccess: INFO,
  userForcedLogout: { buttons: ['確認'], confirmLeadsTo: '/login', signsOut: true },
  merchantBindReview: {
    ...INFO,
    extra: { reviewSuccess: 'true' },
    stores: { platformBinding: true },
    refreshesMemberInfo: true,
  },
  userBankCardReview: {
    ...INFO,
    extra: { bankCardStatus: 'Approved' },
    stores: { bankCardStatus: 'Approved' },
    refreshesMemberInfo: true,
  },
  userRealNameReview: { buttons: ['確認'], confirmLeadsTo: '/home', refreshesMemberInfo: true },
  ...Object.fromEntries(
    ORDER_NOTIFICATION_TYPES.map((type) => [
      type,
      { ...ORDER, confirmLeadsTo: `/front-end-order?type=${type}&orderId=77` },
    ]),
  ),
  orderChat: INFO,
  weatherReport: INFO,
};

const row = (type: string, extra: Record<string, unknown> = {}): InboxRow => ({
  seq: '100',
  type,
  title: type,
  content: '',
  extra: { type, ...extra },
  at: '2026-08-17T06:02:00.000Z',
});

/** The member data say the opposite of every message at first; the server agrees with the message. */
async function openWith(type: string) {
  const { extra, stores } = TABLE[type] ?? INFO;
  const world = fakeWorld();
  Object.assign(world.info, { platformBinding: false, bankCardStatus: 'none' });
  const services = fakeServices({ world });
  const app = openApp(START, services);
  await screen.findAllByRole('main');
  await waitFor(() => expect(infoReads(app)).toBeGreaterThan(0));
  Object.assign(world.info, stores);
  const before = infoReads(app);
  act(() => services.notices.change(() => ({ rows: [row(type, extra)] })));
  await screen.findByRole('alertdialog');
  return { ...app, newInfoReads: () => infoReads(app) - before };
}

const infoReads = ({ server }: Pick<ReturnType<typeof openApp>, 'server'>) =>
  server.asked.filter(({ path }) => path === '/member/info/{account}').length;
const masks = () => document.querySelectorAll('[data-mask]').length;
const buttonsShown = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.closest('[role=alertdialog]'))
    .map(({ textContent }) => textContent);

test('the table knows every type of the contract, and some of tomorrow', () => {
  expect(Object.keys(TABLE)).toEqual(expect.arrayContaining([...NOTIFICATION_TYPES]));
  expect(Object.keys(TABLE)).toHaveLength(NOTIFICATION_TYPES.length + 2);
});

describe.each(Object.entries(TABLE))('a notification of type %s', (type, expected) => {
  test.each(expected.buttons)(
    'shows the mask and its buttons, and is gone whole after %s',
    async (pressed) => {
      const { user, services, newInfoReads } = await openWith(type);
      expect([masks(), buttonsShown()]).toEqual([1, expected.buttons]);
      const { platformBinding = false, bankCardStatus = 'none' } = expected.stores ?? {};
      expect(services.session.read()).toMatchObject({ platformBinding, memberInfo: { bankCardStatus } });

      await user.click(screen.getByRole('button', { name: pressed }));
      const leadsTo = pressed === '確認' ? (expected.confirmLeadsTo ?? START) : START;
      await waitFor(() => expect(address()).toBe(leadsTo));
      await waitFor(() => expect([masks(), services.notices.read().rows]).toEqual([0, []]));
      const signsOut = pressed === '確認' && expected.signsOut === true;
      expect(services.session.read() === undefined).toBe(signsOut);
      const isRefreshed = expected.refreshesMemberInfo === true;
      await waitFor(() => expect(newInfoReads() > 0).toBe(isRefreshed));
    },
  );
});

describe('what a message says of a review', () => {
  test('is not kept where the server says otherwise: it is old, or nobody sent it', async () => {
    const { services, world } = await openWith('merchantBindReview');
    await waitFor(() => expect(services.session.read()?.platformBinding).toBe(true));
    world.info.platformBinding = false;
    world.info.bankCardStatus = 'Review';
    const old = [
      { ...row('merchantBindReview', { reviewSuccess: true }), seq: '101' },
      { ...row('userBankCardReview', { bankCardStatus: 'Approved' }), seq: '102' },
    ];
    for (const one of old) {
      act(() => services.notices.change(() => ({ rows: [one] })));
      await waitFor(() => {
        const { platformBinding, memberInfo } = services.session.read() ?? {};
        expect([platformBinding, memberInfo?.bankCardStatus]).toEqual([false, 'Review']);
      });
    }
  });

  test('that says nothing of it changes nothing', async () => {
    const services = fakeServices();
    const { server } = openApp(START, services);
    await screen.findAllByRole('main');
    await waitFor(() => expect(infoReads({ server })).toBeGreaterThan(0));
    const before = [services.session.read(), infoReads({ server })];
    act(() => services.notices.change(() => ({ rows: [row('merchantBindReview')] })));
    await screen.findByRole('alertdialog');
    expect([services.session.read(), infoReads({ server })]).toEqual(before);
  });
});
