import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { FORM_DRAFTS_KEY, FormDrafts } from '#state/drafts/form-drafts.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeOrder } from '#test/fake-orders.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { loadCode, openApp } from '#test/render.tsx';

/** The payee leaves for the bank app in the middle of a release: what was answered and typed is there when they are back. */

const ROOM = '/front-end-order?orderId=501';
const PIN = '2580';

beforeAll(loadCode, 60_000);

type App = ReturnType<typeof openApp>;

const kept = ({ services }: App) => services.tab.getItem(FORM_DRAFTS_KEY) ?? '';

/** The page anew, on what the device and the tab have kept. */
function reload({ services, world }: App) {
  cleanup();
  return openApp(ROOM, fakeServices({ world, kept: services }));
}

async function openRelease({ user }: App) {
  await user.click(await screen.findByRole('button', { name: '確認入帳並放行' }));
}

const chosen = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole<HTMLInputElement>('radio')
    .map((radio) => radio.checked || radio.getAttribute('aria-checked') === 'true');

/** Yes to the amount, no to the name, nothing to the account. */
async function answerTwo(app: App) {
  await openRelease(app);
  const yes = screen.getAllByRole('radio', { name: '是' })[0];
  const no = screen.getAllByRole('radio', { name: '不是' })[1];
  if (!yes || !no) throw new Error('the checks are not there');
  await app.user.click(yes);
  const before = kept(app);
  await app.user.click(no);
  expect(chosen()).toEqual([true, false, false, true, false, false]);
  await waitFor(() => expect([before, '']).not.toContain(kept(app)));
}

describe('the answers before a release', () => {
  test('stand as they were given after a reload', async () => {
    const app = openApp(ROOM);
    await answerTwo(app);
    const again = reload(app);
    await openRelease(again);
    await waitFor(() => expect(chosen()).toEqual([true, false, false, true, false, false]));
  });

  test('stand as they were given after a reload under the PIN lock', async () => {
    const services = fakeServices();
    await services.pinLock.setPin(PIN);
    const app = openApp(ROOM, services);
    await answerTwo(app);
    cleanup();
    const page = fakeServices({ world: app.world, kept: services });
    await page.pinLock.start();
    const again = openApp(ROOM, { ...page, formDrafts: new FormDrafts(page) });
    await again.user.click(await screen.findByRole('button', { name: '解鎖' }));
    await again.user.keyboard(`${PIN}{Enter}`);
    await openRelease(again);
    await waitFor(() => expect(chosen()).toEqual([true, false, false, true, false, false]));
  });

  test('are asked anew once the order has moved', async () => {
    const app = openApp(ROOM);
    await answerTwo(app);
    app.world.orders = app.world.orders.map((order) => ({ ...order, version: order.version + 1 }));
    const again = reload(app);
    await openRelease(again);
    expect(chosen()).toEqual([false, false, false, false, false, false]);
  });
});

test('the sum of a split stands as it was typed after Back and a reload', async () => {
  const world = fakeWorld();
  const seed = { orderId: '501', serialNo: 'HF-1', role: 'payer', isOwner: false, nick: '阿哲' } as const;
  world.orders = [fakeOrder(world.now, { ...seed, state: 'STUCK_CASE' })];
  const app = openApp(ROOM, fakeServices({ world }));
  await app.user.click(await screen.findByRole('button', { name: '提議拆分' }));
  await app.user.click(screen.getByLabelText('給買家多少'));
  await app.user.paste('1200');
  await waitFor(() => expect(kept(app)).not.toBe(''));
  const again = reload(app);
  await again.user.click(await screen.findByRole('button', { name: '提議拆分' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('給買家多少').value).toBe('1,200'));
});
