import { appError } from '@holdfast/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld, fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;

async function openForm(app: App) {
  await app.user.click(await screen.findByRole('button', { name: '綁定銀行帳戶' }));
  return within(screen.getByRole('dialog', { name: '綁定銀行帳戶' }));
}

async function chooseBank({ user }: App, form: ReturnType<typeof within>, code: string) {
  await user.clear(form.getByRole('combobox', { name: '銀行' }));
  await user.type(form.getByRole('combobox', { name: '銀行' }), code);
  await user.click(form.getByRole('option', { name: new RegExp(`^${code} `) }));
}

async function fill(app: App, form: ReturnType<typeof within>, number = '0123-4567 8901') {
  const { user } = app;
  await chooseBank(app, form, '822');
  await user.type(form.getByLabelText('帳號'), number);
  await user.type(form.getByLabelText('戶名'), '林予安');
  await user.click(form.getByRole('button', { name: '綁定這個帳戶' }));
}

async function tapSecret({ user }: App, digits: string) {
  for (const digit of digits) await user.click(screen.getByRole('button', { name: digit }));
}

describe('bank accounts', () => {
  test('are listed with bank, masked number, holder and review state', async () => {
    openApp('/home?panel=bank-cards');
    const rows = within(await screen.findByRole('list', { name: '銀行帳戶' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      '013 國泰世華銀行****9041 · 戶名 林○安可以收款',
      '700 中華郵政****2207 · 戶名 林○安審核中',
    ]);
  });

  test.each([
    ['by-review', '新綁定的帳戶要先通過審核，才能用來收款。'],
    ['at-once', '這是示範環境：新綁定的帳戶不經審核，立即可以收款。'],
  ] as const)('say how a new one is approved: %s', async (cardApproval, sentence) => {
    openApp('/home?panel=bank-cards', fakeServices({ world: { ...emptyWorld(), cardApproval } }));
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test('say from when on one that was added during a cool-down can receive payments, before and after it is added', async () => {
    const world = { ...emptyWorld(), cardApproval: 'at-once' as const };
    world.coolDownUntil = new Date(world.now + 20 * 3_600_000).toISOString();
    const app = openApp('/home?panel=bank-cards', fakeServices({ world }));
    await app.user.click(await screen.findByRole('button', { name: '綁定第一個帳戶' }));
    expect(
      await screen.findByText(/^安全冷卻中：現在綁定的帳戶，要到 台北時間 .+ 才能用來收款。/),
    ).toBeTruthy();
    await fill(app, within(screen.getByRole('dialog', { name: '綁定銀行帳戶' })));
    await tapSecret(app, '482913');
    expect(await screen.findByText(/^在安全冷卻期間新增，台北時間 .+ 起可以收款$/)).toBeTruthy();
    expect(screen.getByText('冷卻中')).toBeTruthy();
  });

  test('say what they are for when there is none', async () => {
    openApp('/home?panel=bank-cards', fakeServices({ world: emptyWorld() }));
    expect(await screen.findByRole('button', { name: '綁定第一個帳戶' })).toBeTruthy();
  });

  test('are added with the transaction code, the number as the bank knows it', async () => {
    const app = openApp('/home?panel=bank-cards');
    await fill(app, await openForm(app));
    expect(screen.getByText('綁定 822 中國信託銀行 帳號末四碼 8901')).toBeTruthy();
    await tapSecret(app, '482913');
    expect(await screen.findByText('銀行帳戶已綁定')).toBeTruthy();
    expect(app.server.asked.find(({ path }) => path === '/member/bankadd/{account}')).toEqual({
      path: '/member/bankadd/{account}',
      input: { bankCode: '822', accountNumber: '012345678901', holderName: '林予安' },
      transpass: '482913',
    });
    expect(await screen.findByText(/822 中國信託銀行/)).toBeTruthy();
  });

  test('name their bank by a part of its name and the keyboard alone', async () => {
    const app = openApp('/home?panel=bank-cards');
    const form = await openForm(app);
    const bank = form.getByRole<HTMLInputElement>('combobox', { name: '銀行' });
    await app.user.type(bank, '台灣');
    expect(form.getAllByRole('option').length).toBeGreaterThan(1);
    await app.user.keyboard('{ArrowDown}{Enter}');
    expect(bank.value).toBe('050 臺灣企銀');
    expect(form.queryByRole('listbox')).toBeNull();
    // Escape closes the list and not the form; leaving with what fits one bank alone chooses it.
    await app.user.clear(bank);
    await app.user.keyboard('{Escape}');
    expect(bank.value).toBe('050 臺灣企銀');
    await app.user.clear(bank);
    await app.user.type(bank, '玉山');
    await app.user.tab();
    expect(bank.value).toBe('808 玉山銀行');
  });

  test('are said to be added at once, however long the list is silent then', async () => {
    const app = openApp('/home?panel=bank-cards');
    const form = await openForm(app);
    app.server.set('/bank/list/{account}', 'silent');
    await fill(app, form);
    await tapSecret(app, '482913');
    expect(await screen.findByText('銀行帳戶已綁定')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: '輸入交易密碼' })).toBeNull();
  });

  test('take the digits of a Chinese keyboard for what they are', async () => {
    const app = openApp('/home?panel=bank-cards');
    await fill(app, await openForm(app), '０１２３４５６７８９０１');
    await tapSecret(app, '482913');
    expect(await screen.findByText('銀行帳戶已綁定')).toBeTruthy();
    const asked = app.server.asked.find(({ path }) => path === '/member/bankadd/{account}');
    expect(asked?.input).toMatchObject({ accountNumber: '012345678901' });
  });

  test('are not asked about while the form breaks a rule', async () => {
    const app = openApp('/home?panel=bank-cards');
    const form = await openForm(app);
    await fill(app, form, '12345');
    expect(form.getByText('帳號應為 10–16 位數字')).toBeTruthy();
    expect((document.activeElement as HTMLInputElement).value).toBe('12345');
    expect(screen.queryByLabelText('六位數交易密碼')).toBeNull();
  });

  test('show a refusal in the form, where it can be changed, and ask the secret for each press', async () => {
    const app = openApp('/home?panel=bank-cards');
    app.server.set('/member/bankadd/{account}', appError('BANK_CARD_DUPLICATE'));
    const form = await openForm(app);
    await fill(app, form);
    await tapSecret(app, '482913');
    expect((await screen.findByRole('alert')).textContent).toBe('這個銀行帳戶已經綁定');
    await app.user.click(form.getByRole('button', { name: '綁定這個帳戶' }));
    await tapSecret(app, '482913');
    expect((await screen.findByRole('alert')).textContent).toBe('這個銀行帳戶已經綁定');
    await app.user.type(form.getByLabelText('帳號'), '1');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByLabelText('六位數交易密碼')).toBeNull();
  });

  test('lead who has no transaction code yet to setting one, and back to the form as it was left', async () => {
    const world = { ...fakeWorld(), secretForm: 'none' as const };
    const app = openApp('/home?panel=bank-cards', fakeServices({ world }));
    await fill(app, await openForm(app));
    expect((await screen.findByRole('alert')).textContent).toBe(
      '您還沒有交易密碼。設定之後，再回來完成這一步。',
    );
    expect(screen.queryByLabelText('六位數交易密碼')).toBeNull();
    await app.user.click(screen.getByRole('link', { name: '設定交易密碼' }));
    const setting = within(await screen.findByRole('dialog', { name: '交易密碼' }));
    await app.user.type(await setting.findByLabelText('登入密碼'), 'Holdfast1{Enter}');
    await setting.findByLabelText('新的六位數交易密碼');
    await app.user.keyboard('735190');
    await setting.findByLabelText('再輸入一次新的交易密碼');
    await app.user.keyboard('735190');
    const form = within(await screen.findByRole('dialog', { name: '綁定銀行帳戶' }));
    expect(form.getByRole<HTMLInputElement>('combobox', { name: '銀行' }).value).toBe('822 中國信託銀行');
    expect(form.getByLabelText<HTMLInputElement>('帳號').value).toBe('0123-4567 8901');
    expect(form.getByLabelText<HTMLInputElement>('戶名').value).toBe('林予安');
    await app.user.click(form.getByRole('button', { name: '綁定這個帳戶' }));
    await screen.findByLabelText('六位數交易密碼');
    await app.user.keyboard('735190');
    expect(await screen.findByText('銀行帳戶已綁定')).toBeTruthy();
  });

  test('lead who has forgotten the transaction code, or locked it, to a new one', async () => {
    const app = openApp('/home?panel=bank-cards');
    app.server.set('/member/bankadd/{account}', appError('TRANSACTION_SECRET_LOCKED'));
    await fill(app, await openForm(app));
    const way = '/home?panel=forgotten-secret';
    expect(screen.getByRole('link', { name: '忘記交易密碼？' }).getAttribute('href')).toBe(way);
    await tapSecret(app, '000000');
    const anew = await screen.findByRole('link', { name: '重新設定交易密碼' });
    expect(anew.getAttribute('href')).toBe(way);
    expect(screen.queryByLabelText('六位數交易密碼')).toBeNull();
    // That asks for what the member still has, and not for the old code.
    await app.user.click(anew);
    expect(await screen.findByRole('heading', { name: '重新設定交易密碼' })).toBeTruthy();
    expect(screen.getByLabelText('登入密碼')).toBeTruthy();
  });
});

describe('one bank account', () => {
  const open = async (app: App, name: RegExp) => {
    await app.user.click(await screen.findByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name }));
  };

  test('can be removed with the transaction code, and is gone from the list', async () => {
    const app = openApp('/home?panel=bank-cards');
    const card = await open(app, /700 中華郵政/);
    await app.user.click(card.getByRole('button', { name: '移除帳戶' }));
    expect(screen.getByText('移除 700 中華郵政 帳號末四碼 2207')).toBeTruthy();
    await tapSecret(app, '482913');
    expect(await screen.findByText('銀行帳戶已移除')).toBeTruthy();
    expect(app.server.asked.find(({ path }) => path === '/member/bankdel/{account}')).toEqual({
      path: '/member/bankdel/{account}',
      input: { cardId: '12' },
      transpass: '482913',
    });
    await waitFor(() => expect(screen.queryByText(/700 中華郵政/)).toBeNull());
  });

  test('that is in use says which order and listing keep it, and leads there', async () => {
    const app = openApp('/home?panel=bank-cards');
    const uses = [
      { kind: 'order', id: '501', title: 'TX501' },
      { kind: 'listing', id: '7', title: '3,000.00 TWD' },
    ];
    app.server.set('/member/bankdel/{account}', appError('BANK_CARD_IN_USE', { uses }));
    const card = await open(app, /013 國泰世華銀行/);
    await app.user.click(card.getByRole('button', { name: '移除帳戶' }));
    await tapSecret(app, '482913');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['訂單 TX501', '/front-end-order?orderId=501'],
      ['掛單 3,000.00 TWD', '/pendingOrder'],
    ]);
  });

  test('is changed: the number that is left empty is kept and not sent, and it is reviewed again', async () => {
    const app = openApp('/home?panel=bank-cards');
    const card = await open(app, /013 國泰世華銀行/);
    await app.user.click(card.getByRole('button', { name: '變更帳戶' }));
    const form = within(await screen.findByRole('dialog', { name: '變更帳戶' }));
    expect(form.getByText('不填就維持 ****9041')).toBeTruthy();
    await app.user.clear(form.getByLabelText('戶名'));
    await app.user.type(form.getByLabelText('戶名'), '林新名');
    await app.user.click(form.getByRole('button', { name: '儲存變更' }));
    await tapSecret(app, '482913');
    expect(await screen.findByText('銀行帳戶已變更')).toBeTruthy();
    expect(app.server.asked.find(({ path }) => path === '/member/bankmod/{account}')?.input).toEqual({
      cardId: '11',
      bankCode: '013',
      holderName: '林新名',
    });
    // Back at the account, which shows the new state.
    const after = within(await screen.findByRole('dialog', { name: /013 國泰世華銀行/ }));
    expect(await after.findByText('審核中')).toBeTruthy();
  });

  test('needs its number when the bank is another one', async () => {
    const app = openApp('/home?panel=bank-cards');
    const card = await open(app, /013 國泰世華銀行/);
    await app.user.click(card.getByRole('button', { name: '變更帳戶' }));
    const form = within(await screen.findByRole('dialog', { name: '變更帳戶' }));
    await app.user.clear(form.getByLabelText('戶名'));
    await app.user.type(form.getByLabelText('戶名'), '林新名');
    await chooseBank(app, form, '822');
    await app.user.click(form.getByRole('button', { name: '儲存變更' }));
    expect(form.getByText('帳號應為 10–16 位數字')).toBeTruthy();
  });

  test('that was refused says why, and what to do', async () => {
    const world = fakeWorld();
    world.cards = world.cards.map((card) => ({
      ...card,
      status: 'NotApproved' as const,
      refusal: 'account-wrong' as const,
    }));
    const app = openApp('/home?panel=bank-cards', fakeServices({ world }));
    const card = await open(app, /013 國泰世華銀行/);
    expect(card.getByText(/查無這個帳號，或銀行與帳號不符。 變更資料後會重新審核/)).toBeTruthy();
  });
});
