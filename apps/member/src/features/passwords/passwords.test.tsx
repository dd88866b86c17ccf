import { appError } from '@holdfast/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FAKE_CODE } from '#test/fake-codes.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld, type FakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;
const NEW = 'Amber9reef';

async function open(panel: string, title: string, change: Partial<FakeWorld> = {}) {
  const isSignedIn = panel !== 'forgotten';
  const world = { ...fakeWorld(), ...change };
  const app = openApp(
    `${isSignedIn ? '/home' : '/login'}?panel=${panel}`,
    fakeServices({ isSignedIn, world }),
  );
  return { ...app, panel: within(await screen.findByRole('dialog', { name: title })) };
}

async function tap({ user }: Pick<App, 'user'>, digits: string) {
  for (const digit of digits) await user.click(screen.getByRole('button', { name: digit }));
}

const sent = ({ server }: Pick<App, 'server'>, path: string) =>
  server.asked.filter((asked) => asked.path === path);

describe('a forgotten password', () => {
  const toCode = async (change?: Partial<FakeWorld>, isBoth = false) => {
    const opened = await open('forgotten', '忘記密碼', change);
    const { user, panel } = opened;
    await user.type(panel.getByLabelText('帳號'), 'amberlin88');
    if (isBoth) await user.click(panel.getByLabelText('我也忘了交易密碼'));
    await user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
    await panel.findByText(/amberlin88 綁定的手機/);
    return opened;
  };
  const setPassword = async ({ user, panel }: Awaited<ReturnType<typeof open>>, password = NEW) => {
    await user.type(await panel.findByLabelText('新的登入密碼'), password);
    await user.click(panel.getByRole('button', { name: '儲存新密碼' }));
  };

  test('is set anew with a code, and leads back to the door', async () => {
    const opened = await toCode();
    const { user, panel } = opened;
    await user.type(panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    await setPassword(opened);
    expect((await panel.findByRole('status')).textContent).toBe('請用新的密碼登入。');
    expect(sent(opened, '/member/forget-password/set-password/{account}')[0]?.input).toEqual({
      ticket: 't'.repeat(43),
      newPassword: NEW,
      installId: expect.any(String),
    });
    await user.click(panel.getByRole('button', { name: '回到登入' }));
    expect(address()).toBe('/login');
  });

  test('asks the questions of a member who has some, and says how many tries are left', async () => {
    const opened = await toCode({ answers: { '1': 'Rex', '2': '蛋炒飯', '3': '紅色' } });
    const { user, panel } = opened;
    await user.type(panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    const field = await panel.findByLabelText('您第一隻寵物叫什麼名字？');
    expect(document.activeElement).toBe(field);
    await user.type(field, 'Max');
    await user.type(panel.getByLabelText('您學會的第一道菜是什麼？'), '蛋炒飯');
    await user.type(panel.getByLabelText('您第一台腳踏車是什麼顏色？'), '紅色');
    await user.click(panel.getByRole('button', { name: '下一步' }));
    expect((await panel.findByRole('alert')).textContent).toContain('還可嘗試 4 次');
    await user.clear(field);
    await user.type(field, 'Rex');
    await user.click(panel.getByRole('button', { name: '下一步' }));
    await setPassword(opened);
    expect(await panel.findByText('請用新的密碼登入。')).toBeTruthy();
    const [last] = sent(opened, '/member/forget-password/set-password/{account}');
    expect(last?.input).toMatchObject({ answersTicket: 'a'.repeat(43) });
  });

  test('goes on with the same code after a network that failed behind it', async () => {
    const opened = await toCode();
    const { user, panel, server } = opened;
    server.set('/member/security-questions-get', appError('PROXY_UNREACHABLE'));
    await user.type(panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '關閉' }));
    server.set('/member/security-questions-get', undefined);
    await user.type(panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    expect(await panel.findByLabelText('新的登入密碼')).toBeTruthy();
  });

  test('can be set anew together with the transaction secret', async () => {
    const opened = await toCode(undefined, true);
    await opened.user.type(opened.panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    await setPassword(opened);
    await opened.panel.findByLabelText('新的六位數交易密碼');
    await tap(opened, '735190735190');
    expect(await opened.panel.findByText('請用新的密碼登入。')).toBeTruthy();
    const [last] = sent(opened, '/member/flow/force-reset-password/set-transaction-password');
    expect(last?.input).toEqual({ token: 's'.repeat(43), newTranspass: '735190' });
  });

  test('says that it is set, and the secret not, to who goes back in between', async () => {
    const opened = await toCode(undefined, true);
    await opened.user.type(opened.panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    await setPassword(opened);
    await opened.panel.findByLabelText('新的六位數交易密碼');
    globalThis.history.back();
    expect(await opened.panel.findByText('請用新的密碼登入。交易密碼沒有變更。')).toBeTruthy();
  });

  test('ticks the rules while one types, and saves nothing that breaks one', async () => {
    const opened = await toCode();
    await opened.user.type(opened.panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    await setPassword(opened, 'amber9');
    const met = opened.panel.getAllByText('，已符合').map((tick) => tick.parentElement?.textContent);
    expect(met).toEqual([
      '6–12 個字元，已符合',
      '小寫英文，已符合',
      '數字，已符合',
      '半形字元，不含空白，已符合',
    ]);
    expect(sent(opened, '/member/forget-password/set-password/{account}')).toEqual([]);
  });

  test('shows a refusal where the password is typed', async () => {
    const opened = await toCode();
    opened.server.set('/member/forget-password/set-password/{account}', appError('PASSWORD_BREACHED'));
    await opened.user.type(opened.panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    await setPassword(opened);
    expect(await opened.panel.findByText('這組密碼太常見，請換一組')).toBeTruthy();
    expect(opened.panel.getByLabelText('新的登入密碼').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a marked password', () => {
  test('is changed with a code besides, where the member has an address that is proven', async () => {
    const codesTo = [
      { channel: 'mobile' as const, address: '09******21' },
      { channel: 'mail' as const, address: 'a****@example.tw' },
    ];
    const world = { ...fakeWorld(), isPasswordMarked: true, codesTo };
    const { user, server } = openApp('/login', fakeServices({ isSignedIn: false, world }));
    await user.type(await screen.findByLabelText('帳號'), 'amberlin88');
    await user.type(screen.getByLabelText('登入密碼'), 'Holdfast1');
    await user.click(screen.getByRole('button', { name: '登入' }));
    const panel = within(await screen.findByRole('dialog', { name: '請變更密碼' }));
    await user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
    expect(await panel.findByText(/傳送至 09\*+21/)).toBeTruthy();
    await user.click(panel.getByRole('button', { name: '改傳到電子信箱' }));
    expect(await panel.findByText(/傳送至 a\*+@example.tw/)).toBeTruthy();
    await user.type(panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    await user.type(await panel.findByLabelText('新的登入密碼'), NEW);
    await user.click(panel.getByRole('button', { name: '儲存新密碼' }));
    expect(await panel.findByRole('button', { name: '回到登入' })).toBeTruthy();
    const set = server.asked.find(({ path }) => path === '/member/reset-password/forced-set/{account}');
    expect(set?.input).toMatchObject({ otpTicket: 't'.repeat(43) });
  });

  test('leads from the sign-in to a new one, and then the new one signs in', async () => {
    const world = { ...fakeWorld(), isPasswordMarked: true };
    const { user } = openApp('/login', fakeServices({ isSignedIn: false, world }));
    const signIn = async (password: string) => {
      await user.clear(await screen.findByLabelText('帳號'));
      await user.type(screen.getByLabelText('帳號'), 'amberlin88');
      await user.type(screen.getByLabelText('登入密碼'), password);
      await user.click(screen.getByRole('button', { name: '登入' }));
    };
    await signIn('Holdfast1');
    const panel = within(await screen.findByRole('dialog', { name: '請變更密碼' }));
    expect(screen.queryByText('請輸入密碼')).toBeNull();
    await user.type(panel.getByLabelText('新的登入密碼'), NEW);
    await user.click(panel.getByRole('button', { name: '儲存新密碼' }));
    await user.click(await panel.findByRole('button', { name: '回到登入' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await signIn(NEW);
    expect(await screen.findByRole('heading', { name: /小林/ })).toBeTruthy();
  });

  test('asks for a new sign-in when the panel was opened without one', async () => {
    openApp('/login?panel=forced-reset', fakeServices({ isSignedIn: false }));
    const panel = within(await screen.findByRole('dialog', { name: '請變更密碼' }));
    expect(panel.queryByLabelText('新的登入密碼')).toBeNull();
    expect(panel.getByText(/密碼還沒有變更/)).toBeTruthy();
    expect(panel.getByRole('button', { name: '回到登入' })).toBeTruthy();
  });
});

describe('changing the password', () => {
  const fill = async ({ user, panel }: Awaited<ReturnType<typeof open>>, current = 'Holdfast1') => {
    await user.type(panel.getByLabelText('目前的登入密碼'), current);
    await user.type(panel.getByLabelText('新的登入密碼'), NEW);
    await user.click(panel.getByRole('button', { name: '儲存新密碼' }));
  };

  test('asks the transaction secret first, and tells when it is done', async () => {
    const opened = await open('password', '變更登入密碼');
    await fill(opened);
    await tap(opened, '482913');
    expect(await screen.findByText('登入密碼已變更')).toBeTruthy();
    expect(sent(opened, '/member/changepass/{account}')).toEqual([
      {
        path: '/member/changepass/{account}',
        input: { password: 'Holdfast1', newPassword: NEW },
        transpass: '482913',
      },
    ]);
    expect(address()).toBe('/home');
  });

  test('says at the old password that it is wrong', async () => {
    const opened = await open('password', '變更登入密碼');
    await fill(opened, 'Wrong1234');
    await tap(opened, '482913');
    expect(await opened.panel.findByText('目前的登入密碼錯誤')).toBeTruthy();
    expect(opened.panel.getByLabelText('目前的登入密碼').getAttribute('aria-invalid')).toBe('true');
  });

  describe('that is marked', () => {
    const toCode = async () => {
      const opened = await open('password', '變更登入密碼', { isPasswordMarked: true });
      await fill(opened);
      await tap(opened, '482913');
      const panel = within(await screen.findByRole('dialog', { name: '變更登入密碼' }));
      expect(await panel.findByText(/可能已被別人知道/)).toBeTruthy();
      return { ...opened, panel };
    };
    const typeCode = async ({ user, panel }: Awaited<ReturnType<typeof toCode>>) => {
      await user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
      await user.type(await panel.findByLabelText('六位數驗證碼'), FAKE_CODE);
    };

    test('asks a code as well, and goes on with what was typed', async () => {
      const opened = await toCode();
      await typeCode(opened);
      expect(await screen.findByText('登入密碼已變更')).toBeTruthy();
      const [asked] = sent(opened, '/utils/otp/mobile/send');
      expect(asked?.input).toMatchObject({ purpose: 'forced-set', account: opened.world.member.account });
      expect(sent(opened, '/member/changepass/{account}').at(-1)).toMatchObject({
        input: { password: 'Holdfast1', newPassword: NEW, otpTicket: 't'.repeat(43) },
        transpass: '482913',
      });
      expect(opened.world.member.password).toBe(NEW);
    });

    test('keeps what was typed for who goes back from the code', async () => {
      const opened = await toCode();
      globalThis.history.back();
      const field = (label: string) => opened.panel.findByLabelText<HTMLInputElement>(label);
      expect((await field('目前的登入密碼')).value).toBe('Holdfast1');
      expect((await field('新的登入密碼')).value).toBe(NEW);
      expect(opened.world.member.password).toBe('Holdfast1');
    });

    test('asks another code where the first one is too old for the change', async () => {
      const opened = await toCode();
      const { user, panel, server } = opened;
      server.set('/member/changepass/{account}', appError('TICKET_INVALID'));
      await typeCode(opened);
      expect(await panel.findByRole('alert')).toBeTruthy();
      server.set('/member/changepass/{account}', undefined);
      await user.click(panel.getByRole('button', { name: '儲存新密碼' }));
      await tap(opened, '482913');
      await panel.findByText(/可能已被別人知道/);
      await typeCode(opened);
      expect(await screen.findByText('登入密碼已變更')).toBeTruthy();
    });

    test('says until when no code can be sent', async () => {
      const opened = await open('password', '變更登入密碼');
      opened.server.set(
        '/member/changepass/{account}',
        appError('CODE_ADDRESSES_TOO_NEW', { until: '2026-11-02T08:00:00Z' }),
      );
      await fill(opened);
      await tap(opened, '482913');
      expect((await opened.panel.findByRole('alert')).textContent).toMatch(/11/);
    });
  });

  test('asks a secret that is a password in a field for one', async () => {
    const world = fakeWorld();
    const member = { ...world.member, transpass: 'Coral5wave' };
    const opened = await open('password', '變更登入密碼', { member, secretForm: 'password' });
    await fill(opened);
    const sheet = within(await screen.findByRole('dialog', { name: '輸入交易密碼' }));
    await opened.user.type(await sheet.findByLabelText('輸入交易密碼'), 'Coral5wave');
    await opened.user.click(sheet.getByRole('button', { name: '確認' }));
    expect(await screen.findByText('登入密碼已變更')).toBeTruthy();
  });
});

describe('the transaction secret', () => {
  test('is changed by who knows it, into a password if one likes', async () => {
    const opened = await open('transaction-secret', '交易密碼');
    await opened.panel.findByLabelText('目前的六位數交易密碼');
    await tap(opened, '482913');
    await opened.user.click(await opened.panel.findByRole('radio', { name: '英數密碼' }));
    await opened.user.type(opened.panel.getByLabelText('新的交易密碼'), 'Coral5wave');
    await opened.user.click(opened.panel.getByRole('button', { name: '儲存交易密碼' }));
    expect(await screen.findByText('交易密碼已更新')).toBeTruthy();
    expect(sent(opened, '/member/settranspass/{account}')[0]?.input).toEqual({
      newTranspass: 'Coral5wave',
      oldTranspass: '482913',
    });
  });

  test('is asked again when the old one was wrong', async () => {
    const opened = await open('transaction-secret', '交易密碼');
    await opened.panel.findByLabelText('目前的六位數交易密碼');
    await tap(opened, '111111');
    await opened.panel.findByLabelText('新的六位數交易密碼');
    await tap(opened, '735190735190');
    expect(await opened.panel.findByText(/還可嘗試 4 次/)).toBeTruthy();
    expect(opened.panel.getByLabelText('目前的六位數交易密碼')).toBeTruthy();
    await tap(opened, '482913');
    expect(await screen.findByText('交易密碼已更新')).toBeTruthy();
    expect(opened.world.member.transpass).toBe('735190');
  });

  test('leads back to what shows who asks, and from there to who has forgotten it', async () => {
    const opened = await open('transaction-secret', '交易密碼');
    const { user, panel } = opened;
    for (const goBack of [
      async () => globalThis.history.back(),
      async () => user.click(panel.getByRole('button', { name: '返回' })),
    ]) {
      await panel.findByLabelText('目前的六位數交易密碼');
      await tap(opened, '111111');
      await panel.findByLabelText('新的六位數交易密碼');
      await goBack();
    }
    await panel.findByLabelText('目前的六位數交易密碼');
    await user.click(panel.getByRole('link', { name: '忘記交易密碼？' }));
    expect(await screen.findByLabelText('登入密碼')).toBeTruthy();
    expect(globalThis.location.search).toBe('?panel=forgotten-secret');
  });

  const provePassword = async ({ user, panel }: Awaited<ReturnType<typeof open>>, password: string) => {
    await user.type(await panel.findByLabelText('登入密碼'), password);
    await user.click(panel.getByRole('button', { name: '下一步' }));
    await panel.findByLabelText('新的六位數交易密碼');
  };

  test('begins with the login password where none is set, and asks the new one twice', async () => {
    const opened = await open('transaction-secret', '交易密碼', { secretForm: 'none' });
    await provePassword(opened, 'Holdfast1');
    await tap(opened, '735190735191');
    expect(opened.panel.getByText('兩次輸入不一致，請重新設定')).toBeTruthy();
    await tap(opened, '012345');
    expect(opened.panel.getByText('第一碼不能是 0，請重新輸入')).toBeTruthy();
    await tap(opened, '735190735190');
    expect(await screen.findByText('交易密碼已更新')).toBeTruthy();
    expect(sent(opened, '/member/settranspass/{account}')[0]?.input).toEqual({
      newTranspass: '735190',
      password: 'Holdfast1',
    });
  });

  test('asks the login password again when it was wrong', async () => {
    const opened = await open('transaction-secret', '交易密碼', { secretForm: 'none' });
    await provePassword(opened, 'Wrong1234');
    await tap(opened, '735190735190');
    expect(await opened.panel.findByText('目前的登入密碼錯誤')).toBeTruthy();
    expect(opened.panel.getByLabelText('登入密碼').getAttribute('aria-invalid')).toBe('true');
    await opened.user.type(opened.panel.getByLabelText('登入密碼'), 'Holdfast1{Enter}');
    expect(await screen.findByText('交易密碼已更新')).toBeTruthy();
    expect(opened.world.member.transpass).toBe('735190');
  });

  test('forgotten, is chosen once, however often the login password was wrong', async () => {
    const opened = await open('forgotten-secret', '交易密碼');
    const { user, panel } = opened;
    await user.type(panel.getByLabelText('登入密碼'), 'Wrong1234{Enter}');
    await user.type(await panel.findByLabelText('六位數驗證碼'), FAKE_CODE);
    await panel.findByLabelText('新的六位數交易密碼');
    await tap(opened, '735190735190');
    await user.type(await panel.findByLabelText('登入密碼'), 'Holdfast1');
    await user.click(panel.getByRole('button', { name: '儲存交易密碼' }));
    expect(await screen.findByText('交易密碼已更新')).toBeTruthy();
    expect(opened.world.member.transpass).toBe('735190');
  });

  test('is set anew with the login password and a code', async () => {
    const opened = await open('forgotten-secret', '交易密碼');
    const { user, panel } = opened;
    await user.type(panel.getByLabelText('登入密碼'), 'Holdfast1');
    await user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
    await user.type(await panel.findByLabelText('六位數驗證碼'), FAKE_CODE);
    await panel.findByLabelText('新的六位數交易密碼');
    await tap(opened, '735190735190');
    expect(await screen.findByText('交易密碼已更新')).toBeTruthy();
    expect(sent(opened, '/member/forgettranspass/{account}')[0]?.input).toEqual({
      password: 'Holdfast1',
      ticket: 't'.repeat(43),
      newTranspass: '735190',
    });
  });
});

describe('security questions', () => {
  test('are three different ones, saved with the transaction secret', async () => {
    const opened = await open('questions', '安全問題');
    const { user, panel } = opened;
    for (const [number, answer] of [
      [1, 'Rex'],
      [2, '蛋炒飯'],
      [3, '紅色'],
    ] as const) {
      await user.selectOptions(await panel.findByLabelText(`問題 ${number}`), String(number));
      await user.type(panel.getByLabelText(`答案 ${number}`), answer);
    }
    const offered = within(panel.getByLabelText('問題 1')).getAllByRole('option');
    expect(offered.map((option) => option.getAttribute('value'))).toEqual(['', '1', '4']);
    await user.click(panel.getByRole('button', { name: '儲存安全問題' }));
    await tap(opened, '482913');
    expect(await screen.findByText('安全問題已更新')).toBeTruthy();
    expect(opened.world.answers).toEqual({ '1': 'Rex', '2': '蛋炒飯', '3': '紅色' });
  });

  test('are not asked for while an answer is missing', async () => {
    const { user, panel } = await open('questions', '安全問題');
    await user.click(await panel.findByRole('button', { name: '儲存安全問題' }));
    expect(screen.queryByRole('dialog', { name: '輸入交易密碼' })).toBeNull();
  });
});
