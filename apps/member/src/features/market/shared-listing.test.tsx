import { appError } from '@holdfast/contract/errors';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { LINK } from '#test/fake-listing-links.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

const AT = `/transaction?link=${LINK}`;
const lockOf = ({ server }: ReturnType<typeof openApp>) =>
  server.asked.filter(({ path }) => path === '/order/lock').map(({ input }) => input);

describe('the link of a listing', () => {
  test('shows that listing alone, and locks it by the link', async () => {
    const app = openApp(AT);
    expect(await screen.findByRole('heading', { name: '分享給您的掛單' })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: /阿哲/ })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: /Yu88/ })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: '鎖定' }));
    await app.user.type(screen.getByLabelText('買入數量'), '3000');
    await app.user.click(screen.getByRole('button', { name: '鎖定，準備付款' }));
    await waitFor(() => expect(address()).toContain('/front-end-order'));
    expect(lockOf(app)).toEqual([expect.objectContaining({ listingId: '401', link: LINK })]);
  });

  test('is the link too with what a messenger has put behind it', async () => {
    openApp(`${AT}).`);
    expect(await screen.findByRole('heading', { name: /阿哲/ })).toBeTruthy();
  });

  test.each([
    ['paused', '這筆掛單暫停中'],
    ['resting', '現在不在交易時間'],
    ['taken', '目前沒有可以交易的數量'],
    ['over', '這筆掛單已經不開放了'],
    ['renewed', '這個連結已經換新'],
    ['unknown', '這個連結打不開'],
  ] as const)(
    'that leads to nothing (%s) says what has become of it, and leads to the market',
    async (linkState, title) => {
      const app = openApp(AT, fakeServices({ world: { ...fakeWorld(), linkState } }));
      expect(await screen.findByText(title)).toBeTruthy();
      expect(screen.queryByText(/阿哲/)).toBeNull();
      await app.user.click(screen.getByRole('link', { name: '看看市場' }));
      expect(await screen.findByRole('heading', { name: /阿哲/ })).toBeTruthy();
      expect(address()).toBe('/transaction');
    },
  );

  test.each([
    ['paused', '這筆掛單暫停中', /^現在拿到這個連結的人不能下單。/],
    ['resting', '現在不在交易時間', /起才可以下單：這是您設定的交易時間。/],
    ['taken', '目前沒有可以交易的數量', /^現在拿到這個連結的人不能下單。/],
    ['over', '這筆掛單已經不開放了', /^這筆掛單已經結束，沒有人能再下單。/],
    ['renewed', '這個連結已經換新', /^現在拿到這個連結的人不能下單。/],
  ] as const)(
    'that leads to nothing (%s) tells its owner how it stands, not to ask whoever shared it',
    async (linkState, title, text) => {
      openApp(AT, fakeServices({ world: { ...fakeWorld(), linkState, isLinkOwn: true } }));
      expect(await screen.findByText(title)).toBeTruthy();
      expect(screen.getByText(text)).toBeTruthy();
      expect(screen.queryByText(/對方|請問問|到時再打開|晚一點再打開|請向/)).toBeNull();
      expect(screen.getByRole('link', { name: '到我的掛單' })).toBeTruthy();
    },
  );

  test('that was cut off in copying is not even asked for', async () => {
    const app = openApp('/transaction?link=Qm3v');
    expect(await screen.findByText('這個連結打不開')).toBeTruthy();
    expect(app.server.asked.some(({ path }) => path === '/listing/link/open')).toBe(false);
  });

  test('that is replaced while somebody looks at the listing says so, and offers the next seller of the market', async () => {
    const world = fakeWorld();
    const app = openApp(AT, fakeServices({ world }));
    await app.user.click(await screen.findByRole('button', { name: '鎖定' }));
    await app.user.type(screen.getByLabelText('買入數量'), '3000');
    app.server.set('/order/lock', appError('LISTING_LINK_ENDED'));
    world.linkState = 'renewed';
    await app.user.click(screen.getByRole('button', { name: '鎖定，準備付款' }));
    const lost = within(await screen.findByRole('dialog', { name: '連結已失效' }));
    expect(await lost.findByText(/這個掛單連結已經失效/)).toBeTruthy();
    app.server.set('/order/lock', undefined);
    await app.user.click(await screen.findByRole('button', { name: /改向 Yu88 買/ }));
    await app.user.click(await screen.findByRole('button', { name: '鎖定，準備付款' }));
    await waitFor(() => expect(lockOf(app)).toHaveLength(2));
    expect(lockOf(app)[1]).not.toHaveProperty('link');
    expect(lockOf(app)[1]).toMatchObject({ listingId: '402', quantity: '3000' });
  });
});

describe('a number and a password', () => {
  test('lead to the listing; what is wrong is said, and stays to be put right', async () => {
    const app = openApp('/transaction');
    await app.user.click(await screen.findByRole('button', { name: '有掛單編號和密碼？' }));
    const sheet = within(await screen.findByRole('dialog'));
    const open = sheet.getByRole('button', { name: '打開掛單' });
    await app.user.click(open);
    expect(sheet.getByText('請輸入掛單編號')).toBeTruthy();
    expect(document.activeElement).toBe(sheet.getByLabelText('掛單編號'));
    await app.user.type(sheet.getByLabelText('掛單編號'), '#401');
    await app.user.type(sheet.getByLabelText('密碼'), 'k7qm x4p');
    await app.user.click(open);
    expect(await sheet.findByText(/掛單編號或密碼不正確/)).toBeTruthy();
    await app.user.type(sheet.getByLabelText('密碼'), 't');
    await app.user.click(open);
    await waitFor(() => expect(address()).toBe(AT));
    expect(await screen.findByRole('heading', { name: '分享給您的掛單' })).toBeTruthy();
    expect(app.services.formDrafts.read('listing by password')).toBeUndefined();
  });

  test('are asked for again after the PIN lock with the number that was typed, never with the password', async () => {
    const app = openApp('/transaction');
    await app.user.click(await screen.findByRole('button', { name: '有掛單編號和密碼？' }));
    const sheet = within(await screen.findByRole('dialog'));
    await app.user.type(sheet.getByLabelText('掛單編號'), '401');
    await app.user.type(sheet.getByLabelText('密碼'), 'k7qm');
    await app.services.pinLock.setPin('2580');
    act(() => app.services.page.leave());
    expect(screen.queryByRole('dialog', { name: '用密碼打開掛單' })).toBeNull();
    act(() => app.services.page.say('opened'));
    const again = within(await screen.findByRole('dialog', { name: '用密碼打開掛單' }));
    expect(again.getByLabelText<HTMLInputElement>('掛單編號').value).toBe('401');
    expect(again.getByLabelText<HTMLInputElement>('密碼').value).toBe('');
  });
});
