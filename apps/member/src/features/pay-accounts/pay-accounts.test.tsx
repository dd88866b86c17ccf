import { appError } from '@holdfast/contract/errors';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FAKE_CODE, fakeCodes } from '#test/fake-pay-accounts.ts';
import { fakeServices } from '#test/fake-services.ts';
import { FAKE_FILE } from '#test/fake-uploads.ts';
import { emptyWorld, fakeWorld, type FakeWorld } from '#test/fake-world.ts';
import { untilKept } from '#test/kept-drafts.ts';
import { openApp } from '#test/render.tsx';

const BIND = '/member/third-party-payment/upload-resource-id-binding';
type App = ReturnType<typeof openApp>;

const openPanel = (world: FakeWorld = fakeWorld(), more: Partial<Parameters<typeof fakeServices>[0]> = {}) =>
  openApp('/home?panel=pay-accounts', fakeServices({ world, ...more }));

async function openForm(app: App) {
  await app.user.click(await screen.findByRole('button', { name: /^新增.*收款碼/ }));
  return within(screen.getByRole('dialog', { name: '新增收款碼' }));
}
const choose = (app: App, form: ReturnType<typeof within>) =>
  app.user.upload(
    form.getByLabelText('選擇圖片', { selector: 'input' }),
    new File(['x'], 'code.png', { type: 'image/png' }),
  );
async function tapSecret({ user }: App) {
  for (const digit of '482913') await user.click(screen.getByRole('button', { name: digit }));
}

describe('pay accounts', () => {
  test('are listed with their app, where they lead and the review state', async () => {
    openPanel();
    const rows = within(await screen.findByRole('list', { name: '第三方支付' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'TWQR 轉帳碼822 ****7890 · 戶名 林○安可以收款',
      '街口支付service.jkopay.com ****1122 · 戶名 林○安審核中',
    ]);
  });

  test('say what they are for when there is none', async () => {
    openPanel(emptyWorld());
    expect(await screen.findByRole('button', { name: '新增第一個收款碼' })).toBeTruthy();
  });

  test.each(['pay-accounts', 'bank-cards'])(
    'and cards are not added while the name is being reviewed: %s says so before anything is filled in',
    async (panel) => {
      for (const world of [fakeWorld(), emptyWorld()]) {
        const info = { ...world.info, realNameStatus: 'Review' as const };
        openApp(`/home?panel=${panel}`, fakeServices({ world: { ...world, info, realNameCheck: true } }));
        expect(await screen.findByText(/實名資料正在審核/)).toBeTruthy();
        expect(screen.queryByRole('button', { name: /^新增/ })).toBeNull();
        // How a new one is approved would contradict it.
        expect(screen.queryByText(/不經審核|先通過審核/)).toBeNull();
        cleanup();
      }
    },
  );

  test('are added from a picture: where its code leads is shown before anything is sent', async () => {
    const app = openPanel();
    const form = await openForm(app);
    await choose(app, form);
    expect(await form.findByText('這個收款碼指向')).toBeTruthy();
    for (const fact of ['街口支付', 'service.jkopay.com', '901234567'])
      expect(form.getByText(fact)).toBeTruthy();
    expect(app.server.asked.some(({ path }) => path === BIND)).toBe(false);
    await app.user.type(form.getByLabelText('戶名'), '林予安');
    await app.user.click(form.getByRole('button', { name: '新增這個帳號' }));
    expect(screen.getByText('新增 街口支付 service.jkopay.com ****4567')).toBeTruthy();
    await tapSecret(app);
    expect(await screen.findByText('第三方支付帳號已新增')).toBeTruthy();
    expect(app.server.asked.find(({ path }) => path === BIND)).toEqual({
      path: BIND,
      input: { app: 'jkopay', fileId: FAKE_FILE, codeContent: FAKE_CODE, holderName: '林予安' },
      transpass: '482913',
    });
    expect(await screen.findByText(/service\.jkopay\.com \*\*\*\*4567/)).toBeTruthy();
  });

  test('ask which code is meant where a picture shows several, and leave out what is none to be paid on', async () => {
    const world = fakeWorld();
    const TWQR = 'TWQRP://822NTTransfer/158/02/V1?D5=822&D6=0000123456789012';
    world.codes = fakeCodes('https://example.com', FAKE_CODE, TWQR);
    const app = openPanel(world);
    const form = await openForm(app);
    await choose(app, form);
    const list = within(await form.findByRole('list', { name: /不只一個 QR 碼/ }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    await app.user.click(list.getByRole('button', { name: /TWQR/ }));
    expect(await form.findByText('123456789012')).toBeTruthy();
  });

  test.each([
    ['no code', [], '這張圖片裡讀不到 QR 碼。請換一張清楚、完整的圖片。'],
    ['a script', ['javascript:alert(1)'], '這個 QR 碼不是我們支援的收款碼，它的內容是： javascript:alert(1)'],
  ])('say what was read in a picture with %s, and send nothing', async (_, texts, said) => {
    const world = fakeWorld();
    world.codes = texts.length > 0 ? fakeCodes(...texts) : [];
    const app = openPanel(world);
    const form = await openForm(app);
    await choose(app, form);
    expect((await form.findByRole('alert')).textContent).toBe(said);
    await app.user.click(form.getByRole('button', { name: '新增這個帳號' }));
    expect(form.getByText('請先選擇收款碼圖片')).toBeTruthy();
    expect(screen.queryByLabelText('六位數交易密碼')).toBeNull();
  });

  test('tell how far the picture is; it is cancelled, and tried again after a failure', async () => {
    const app = openPanel();
    const { world } = app;
    const form = await openForm(app);
    world.upload = 0.42;
    await choose(app, form);
    expect(await form.findByText('上傳中 42%')).toBeTruthy();
    await app.user.click(form.getByRole('button', { name: '取消上傳' }));
    world.upload = appError('UPLOAD_CODE_NONE');
    await choose(app, form);
    expect((await form.findByRole('alert')).textContent).toMatch(/^圖片中找不到 QR 碼/);
    delete world.upload;
    await app.user.click(form.getByRole('button', { name: '再試一次' }));
    expect(await form.findByText('這個收款碼指向')).toBeTruthy();
  });

  test('keep the picture and the name over a reload', async () => {
    const first = openPanel();
    const form = await openForm(first);
    await first.user.type(form.getByLabelText('戶名'), '林予安');
    await choose(first, form);
    await form.findByText('這個收款碼指向');
    const { services } = first;
    await untilKept(services, 'pay account name', '林予安');
    await untilKept(
      services,
      'pay account code',
      expect.objectContaining({ codeContent: expect.any(String) }),
    );
    cleanup();
    const again = openPanel(first.world, { kept: services });
    const kept = await openForm(again);
    expect(await kept.findByText('901234567')).toBeTruthy();
    expect(kept.getByLabelText<HTMLInputElement>('戶名').value).toBe('林予安');
  });

  test('show a refusal where the form can be changed', async () => {
    const app = openPanel();
    app.server.set(BIND, appError('PAY_ACCOUNT_CODE_DIFFERS'));
    const form = await openForm(app);
    await choose(app, form);
    await form.findByText('這個收款碼指向');
    await app.user.type(form.getByLabelText('戶名'), '林予安');
    await app.user.click(form.getByRole('button', { name: '新增這個帳號' }));
    await tapSecret(app);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^我們讀到的收款碼內容與您裝置讀到的不同/);
  });
});

describe('one pay account', () => {
  const open = async (app: App, name: RegExp) => {
    await app.user.click(await screen.findByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name }));
  };

  test('can be removed with the transaction code, and is gone from the list', async () => {
    const app = openPanel();
    const one = await open(app, /街口支付/);
    await app.user.click(one.getByRole('button', { name: '移除帳號' }));
    await tapSecret(app);
    expect(await screen.findByText('第三方支付帳號已移除')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/\*\*\*\*1122/)).toBeNull());
  });

  test('that something uses leads there', async () => {
    const app = openPanel();
    const uses = [{ kind: 'listing', id: '7', title: '3,000.00 TWD' }];
    app.server.set('/member/third-party-payment/delete', appError('PAY_ACCOUNT_IN_USE', { uses }));
    const one = await open(app, /TWQR/);
    await app.user.click(one.getByRole('button', { name: '移除帳號' }));
    await tapSecret(app);
    const link = await screen.findByRole('link', { name: '掛單 3,000.00 TWD' });
    expect(link.getAttribute('href')).toBe('/pendingOrder');
  });

  test('that was refused says why, and is sent again with another code', async () => {
    const world = fakeWorld();
    world.payAccounts = world.payAccounts.map((one) => ({
      ...one,
      status: 'NotApproved' as const,
      refusal: 'account-wrong' as const,
    }));
    const app = openPanel(world);
    const one = await open(app, /街口支付/);
    expect(one.getByText(/查無這個帳號/)).toBeTruthy();
    await app.user.click(one.getByRole('button', { name: '換一張收款碼' }));
    const form = within(await screen.findByRole('dialog', { name: '換一張收款碼' }));
    expect(form.getByLabelText<HTMLInputElement>('戶名').value).toBe('林○安');
    await choose(app, form);
    await form.findByText('這個收款碼指向');
    await app.user.clear(form.getByLabelText('戶名'));
    await app.user.type(form.getByLabelText('戶名'), '林予安');
    await app.user.click(form.getByRole('button', { name: '儲存變更' }));
    await tapSecret(app);
    expect(await screen.findByText('第三方支付帳號已變更')).toBeTruthy();
    expect(app.server.asked.find(({ path }) => path === BIND)?.input).toMatchObject({ payAccountId: '32' });
  });
});
