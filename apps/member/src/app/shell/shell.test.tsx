import {
  ERROR_DIALOG_AUTO_CLOSE_MS,
  INACTIVITY_TIMEOUT_MS,
  MASK_Z_INDEX,
} from '@holdfast/contract/constants';
import { appError } from '@holdfast/contract/errors';
import { pageStorage } from '@holdfast/client/storage';
import { AppError } from '@holdfast/kernel';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FAKE_DEVICE, fakeServices } from '#test/fake-services.ts';
import { address, openApp } from '#test/render.tsx';

afterEach(() => {
  vi.useRealTimers();
});

describe('the addresses', () => {
  test.each([
    ['/', '/login'],
    ['/deposit', '/home'],
    ['/bind', '/home'],
    ['/nowhere', '/login'],
  ])('%s leads on to %s', async (from, to) => {
    openApp(from, fakeServices({ isSignedIn: to !== '/login' }));
    await waitFor(() => expect(address()).toBe(to));
  });

  test.each([
    '/?constructor=null',
    '/home?__proto__[x]=1',
    '/home?constructor=null',
    '/front-end-order?type=<script>alert(1)</script>',
    '/front-end-order?orderId=%00&orderId=1',
    '/home?panel=__proto__',
    '/home?%',
    '/home?toString&valueOf=1&hasOwnProperty=2',
  ])('%s never breaks the start', async (from) => {
    openApp(from);
    expect((await screen.findAllByRole('heading', { level: 1 })).length).toBe(1);
    expect(screen.queryByText('畫面沒有載入成功')).toBeNull();
  });

  test('of a screen that needs a session lead to Login when the member data are missing', async () => {
    openApp('/transaction', fakeServices({ isSignedIn: false }));
    expect(await screen.findByRole('button', { name: '登入' })).toBeTruthy();
    expect(address()).toBe('/login');
  });

  test('of Login lead Home while somebody is signed in', async () => {
    openApp('/login');
    await waitFor(() => expect(address()).toBe('/home'));
  });

  test('have the title of their category', async () => {
    openApp('/front-end-order');
    await screen.findByRole('heading', { level: 1 });
    expect(document.title).toBe('訂單 · 穩付');
  });

  test('of panels that a route does not have show the route alone', async () => {
    openApp('/home?panel=register');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

/** The app at Home with a stream that says one thing when it is told to. */
const openFrame = async () => {
  const services = fakeServices();
  let streams = 0;
  const never = () => new Promise<void>(() => {});
  const { promise: told, resolve: tell } = Promise.withResolvers<object>();
  const frames = async function* () {
    yield JSON.stringify(await told);
  };
  const open = async () => {
    streams += 1;
    return { frames: frames() };
  };
  services.live = async () => ({ open, sleep: never, spread: () => 0 });
  const app = openApp('/home', services);
  await screen.findByText('15,480');
  const asked = (path: string) => services.server.asked.filter((call) => call.path === path).length;
  return { ...app, asked, streams: () => streams, tell };
};

describe('the frame around the screens', () => {
  test('stays from screen to screen: the stream is not opened anew, and what is fresh is not asked again', async () => {
    const { user, asked, streams } = await openFrame();
    await waitFor(() => expect(streams()).toBe(1));
    const [market] = screen.getAllByRole('link', { name: '交易' });
    await user.click(market as HTMLElement);
    expect(await screen.findByRole('heading', { name: '交易' })).toBeTruthy();
    expect([streams(), asked('/member/info/{account}')]).toEqual([1, 1]);
    // Whoever goes by the keyboard or listens begins at the new screen.
    expect(document.activeElement?.id).toBe('main');
  });

  test('is another one for another member, who came from another tab', async () => {
    const { services, asked, streams } = await openFrame();
    await waitFor(() => expect(streams()).toBe(1));
    const other = { account: 'hf-other', nick: '小美', uid: '20000099', access_token: 'y'.repeat(43) };
    act(() => services.session.signIn(other, '00112233445566ff'));
    await waitFor(() => expect(streams()).toBe(2));
    expect(asked('/member/balanceinfo')).toBe(2);
  });
});

type App = ReturnType<typeof openApp>;

/** What a tab says at Login of how its session ended: a line, or a dialog. */
const ENDED_HERE = '您已在另一個分頁登出。';
const said = () => [screen.queryByText(ENDED_HERE) !== null, screen.queryAllByRole('alertdialog').length];

describe('the end of a session that the stream tells of', () => {
  test.each([
    ['signed-out', true, 0],
    ['freeze', false, 1],
  ])('by %s leads to Login with a line (%s) or %i dialogs about it', async (reason, isLine, dialogs) => {
    const { tell, streams } = await openFrame();
    await waitFor(() => expect(streams()).toBe(1));
    act(() => tell({ type: 'ended', errorCode: 10301, data: { reason } }));
    await waitFor(() => expect(address()).toBe('/login'));
    await screen.findByRole('button', { name: '登入' });
    expect(said()).toEqual([isLine, dialogs]);
  });

  test('is no news in the tab where the member has asked for it', async () => {
    const { tell, streams, services, server } = await openFrame();
    await waitFor(() => expect(streams()).toBe(1));
    server.set('/member/sign-out/{account}', 'silent');
    vi.useFakeTimers();
    act(() => void services.signOut());
    await act(async () => tell({ type: 'ended', errorCode: 10301, data: { reason: 'signed-out' } }));
    expect(services.session.read()).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    vi.useRealTimers();
    await screen.findByRole('button', { name: '登入' });
    expect(said()).toEqual([false, 0]);
  });
});

describe('a session that ends in another tab', () => {
  const spread = ({ services }: Pick<App, 'services'>) =>
    act(() => {
      const event = new Event('storage');
      dispatchEvent(Object.assign(event, { storageArea: services.shared, key: 'memberData' }));
    });
  /** Another tab of the same browser. */
  const otherTabOf = ({ shared, preferences }: App['services']) =>
    fakeServices({ kept: { shared, preferences, tab: pageStorage() } });

  test('says at Login how it ended, in a dialog where the member has to know', async () => {
    const app = openApp('/home');
    await screen.findByText('15,480');
    const by = { reason: 'takeover', device: 'Chrome · Windows', place: '台北市' };
    otherTabOf(app.services).endSession(appError('NOT_SIGNED_IN', by));
    spread(app);
    const dialog = within(await screen.findByRole('alertdialog', { name: '您已被登出' }));
    expect(dialog.getByText(/Chrome · Windows · 台北市/)).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: '這不是我' }));
    const panel = within(await screen.findByRole('dialog', { name: '凍結帳號' }));
    expect(panel.getByLabelText<HTMLInputElement>('帳號').value).toBe('amberlin88');
  });

  test('says in a line at Login that the member signed out there, until somebody signs in', async () => {
    const app = openApp('/home');
    await screen.findByText('15,480');
    const other = otherTabOf(app.services);
    other.endSession();
    spread(app);
    expect((await screen.findByText(ENDED_HERE)).closest('[role=status]')).toBeTruthy();
    expect(said()).toEqual([true, 0]);
    const { account, nick, uid } = app.world.member;
    other.session.signIn({ account, nick, uid, access_token: 'x'.repeat(43) }, FAKE_DEVICE);
    spread(app);
    await waitFor(() => expect(address()).toBe('/home'));
    await screen.findByText('15,480');
    expect(said()).toEqual([false, 0]);
  });

  test('and goes on with another member says who it is now, and begins at Home', async () => {
    const app = openApp('/front-end-order?orderId=502');
    await screen.findByRole('button', { name: '我已付款' });
    const other = otherTabOf(app.services);
    other.endSession(new AppError('SESSION_TIMEOUT'));
    other.session.signIn(
      { account: 'bella77', nick: '小美', uid: '2', access_token: 'y'.repeat(43) },
      FAKE_DEVICE,
    );
    spread(app);
    const dialog = await screen.findByRole('alertdialog', { name: '已換成另一個帳號' });
    expect(dialog.textContent).toContain('另一個分頁登入了 小美');
    expect(address()).toBe('/home');
  });
});

describe('the global error dialog', () => {
  test('closes itself after six seconds when it has no button', async () => {
    const { services } = openApp('/home');
    await screen.findByText('15,480');
    vi.useFakeTimers();
    act(() => services.failures.report(appError('PROXY_UNREACHABLE')));
    expect(screen.getByRole('alertdialog').textContent).toContain('連線代理伺服器失敗');
    act(() => void vi.advanceTimersByTime(ERROR_DIALOG_AUTO_CLOSE_MS - 1));
    expect(screen.queryByRole('alertdialog')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('stays while another dialog is open', async () => {
    const { services } = openApp('/home?panel=settings');
    await screen.findByRole('dialog', { name: '設定' });
    vi.useFakeTimers();
    act(() => services.failures.report(appError('PROXY_UNREACHABLE')));
    act(() => void vi.advanceTimersByTime(ERROR_DIALOG_AUTO_CLOSE_MS * 2));
    expect(screen.queryByRole('alertdialog')).not.toBeNull();
  });

  test('that comes after another is alone, and closes itself as if it had come first', async () => {
    const { services, user } = openApp('/home');
    await screen.findByText('15,480');
    act(() => {
      services.failures.report(appError('PROXY_UNREACHABLE'));
      services.failures.report(appError('ROLE_NOT_ALLOWED'));
    });
    await user.click(screen.getByRole('button', { name: '關閉' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('連線代理伺服器失敗');
    expect(screen.queryByRole('button', { name: '關閉' })).toBeNull();
  });

  test('with a close button waits to be read', async () => {
    const { services, user } = openApp('/home');
    await screen.findByText('15,480');
    act(() => services.failures.report(appError('ROLE_NOT_ALLOWED')));
    const close = screen.getByRole('button', { name: '關閉' });
    expect(screen.getByRole('alertdialog').textContent).toContain('您的帳號不能使用這項功能');
    await user.click(close);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('shows the local message of the channel below 連線不穩', async () => {
    const { services } = openApp('/home');
    await screen.findByText('15,480');
    const { AppError } = await import('@holdfast/kernel');
    act(() => services.failures.report(new AppError('CONNECTION_UNSTABLE', { local: 'SERVER_SILENT' })));
    expect(screen.getByRole('alertdialog').textContent).toContain('連線不穩伺服器沒有回應');
  });

  test('signs out for a session that ended, and says what happened', async () => {
    const { services } = openApp('/pendingOrder');
    await screen.findByRole('heading', { level: 1 });
    const by = {
      device: 'Safari · iPhone',
      place: '',
      network: '203.0.113.0/24',
      at: '2026-08-17T05:58:00.000Z',
    };
    act(() => services.failures.report(appError('NOT_SIGNED_IN', { reason: 'takeover', ...by })));
    expect(screen.getByRole('alertdialog').textContent).toContain('您的帳號在另一台裝置登入');
    expect(screen.getByText('Safari · iPhone · 未知（203.0.113.0/24） · 台北時間 13:58')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/login'));
    expect(services.session.read()).toBeUndefined();
  });

  test('takes the focus, makes the page inert, and gives both back', async () => {
    const { services, user } = openApp('/home');
    await screen.findByText('15,480');
    const eye = screen.getByRole('button', { name: '隱藏金額' });
    eye.focus();
    act(() => services.failures.report(appError('ROLE_NOT_ALLOWED')));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '關閉' }));
    expect(document.querySelector('#main')?.closest<HTMLElement>('body > *')?.inert).toBe(true);
    await user.keyboard('{Escape}');
    expect(document.querySelector('#main')?.closest<HTMLElement>('body > *')?.inert).toBe(false);
    expect(document.activeElement).toBe(eye);
  });
});

describe('the timer Behavior', () => {
  test('signs out after an hour in which nobody did anything, and says so', async () => {
    const { services } = openApp('/home');
    await screen.findByText('15,480');
    cleanup();
    vi.useFakeTimers();
    openApp('/home', services);
    act(() => void vi.advanceTimersByTime(INACTIVITY_TIMEOUT_MS - 20_000));
    expect(services.session.read()).toBeDefined();
    act(() => void vi.advanceTimersByTime(40_000));
    expect(services.session.read()).toBeUndefined();
    expect(screen.getByRole('alertdialog').textContent).toContain('階段逾時');
  });

  test('begins anew with every touch, and tells the server every five minutes', async () => {
    const { services, server } = openApp('/home');
    await screen.findByText('15,480');
    cleanup();
    vi.useFakeTimers();
    openApp('/home', services);
    const before = server.asked.length;
    for (let minutes = 0; minutes < 90; minutes += 10) {
      act(() => void vi.advanceTimersByTime(10 * 60_000));
      fireEvent.pointerDown(document.body);
    }
    expect(services.session.read()).toBeDefined();
    const told = server.asked.slice(before).filter(({ path }) => path === '/member/info/{account}');
    expect(told.length).toBeGreaterThanOrEqual(7);
  });
});

describe('the mask', () => {
  test('lies on the layer the product asks for', () => {
    const tokens = readFileSync('packages/ui/src/tokens.css', 'utf8');
    expect(/--z-mask: (\d+);/.exec(tokens)?.[1]).toBe(String(MASK_Z_INDEX));
  });
});

describe('the navigation', () => {
  test('marks where one is', async () => {
    openApp('/pendingOrder');
    expect((await screen.findByRole('link', { name: '掛單' })).getAttribute('aria-current')).toBe('page');
  });
});

describe("the browser's Back", () => {
  test('closes the sheet that lies over a panel, and leaves the panel with what was typed', async () => {
    const { user } = openApp('/home?panel=phrase');
    await user.type(await screen.findByLabelText('新的防偽短語'), '我的紅色腳踏車');
    await user.click(screen.getByRole('button', { name: '儲存防偽短語' }));
    const sheet = { name: '輸入交易密碼' };
    await screen.findByRole('dialog', sheet);
    globalThis.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog', sheet)).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('新的防偽短語').value).toBe('我的紅色腳踏車');
    expect(address()).toBe('/home?panel=phrase');
  });
});

describe('the customer-service button', () => {
  test('goes back to where it was put when a keyboard or a turned phone makes room again', async () => {
    const services = fakeServices();
    services.shared.setItem('supportButton', JSON.stringify({ side: 'left', bottom: 600 }));
    openApp('/transaction', services);
    const button = await screen.findByRole('link', { name: /客服/ });
    const { innerHeight } = globalThis;
    const resize = (height: number) =>
      act(() => {
        globalThis.innerHeight = height;
        globalThis.dispatchEvent(new Event('resize'));
      });
    const top = () => Number.parseFloat(button.style.top);
    const start = top();
    expect(start).toBe(innerHeight - 600 - 48);
    resize(300);
    await waitFor(() => expect(top()).toBe(24));
    resize(innerHeight);
    await waitFor(() => expect(top()).toBe(start));
  });
});
