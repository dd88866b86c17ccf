import type { InboxRow } from '@holdfast/contract/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { introSeenOf } from '#state/member-records.ts';
import { fakePush } from '#test/fake-push.ts';
import { fakeServices } from '#test/fake-services.ts';
import { FAKE_NOW } from '#test/fake-times.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

const dialog = async () => within(await screen.findByRole('alertdialog'));

describe('a password that must be changed', () => {
  const openExpired = async () => {
    const services = fakeServices({ world: { ...fakeWorld(), isPasswordExpired: true } });
    const app = openApp('/transaction', services);
    return { ...app, asking: await dialog() };
  };

  test('is asked for at the start, and leads to where it is changed', async () => {
    const { user, asking } = await openExpired();
    expect(asking.getByText('請變更登入密碼')).toBeTruthy();
    await user.click(asking.getByRole('button', { name: '前往變更' }));
    expect(await screen.findByRole('dialog', { name: '變更登入密碼' })).toBeTruthy();
    expect(address()).toBe('/transaction?panel=password');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('may wait until the next start', async () => {
    const { user, asking, services } = await openExpired();
    await user.click(asking.getByRole('button', { name: '稍後' }));
    // What the lock covers and shows again begins anew, but it is no new start.
    await services.pinLock.setPin('2580');
    act(() => services.page.leave());
    await user.click(await screen.findByRole('button', { name: '點一下螢幕解鎖' }));
    const isAsked = () =>
      services.server.asked.filter(({ path }) => path === '/member/account/passwordExpired').length;
    await user.keyboard('2580{Enter}');
    await waitFor(() => expect(isAsked()).toBe(2));
    await screen.findByRole('heading', { name: '交易' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    cleanup();
    await openExpired();
  });

  test('is not spoken of to who has been signed out meanwhile', async () => {
    const { services } = await openExpired();
    act(() => services.endSession());
    await waitFor(() => expect(address()).toBe('/login'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('a pop-up notice', () => {
  test.each([
    ['確定', 1],
    ['取消', 0],
  ])('closes by %s, and does what it asks about %i times', async (name, times) => {
    const { user, services } = openApp('/home');
    const onConfirm = vi.fn<() => void>();
    const popUp = { title: '要繼續嗎', text: '說明', confirm: '確定', cancel: '取消', onConfirm };
    act(() => services.notices.change(() => ({ popUps: [popUp] })));
    await user.click(await screen.findByRole('button', { name }));
    expect(onConfirm).toHaveBeenCalledTimes(times);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the real-name prompt', () => {
  test('advises, and leads Home with the verification asked for', async () => {
    const { user, services } = openApp('/transaction');
    act(() => services.notices.change(() => ({ prompts: ['real-name'] })));
    expect((await dialog()).getByText('親愛的用戶，為保障您的帳戶權益，建議您完成實名驗證。')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '前往驗證' }));
    await waitFor(() => expect(address()).toBe('/home?panel=real-name'));
  });

  test('is not spoken of to who has been signed out meanwhile', async () => {
    const world = fakeWorld();
    world.info = { ...world.info, realNameStatus: 'NotApproved' };
    const { services } = openApp('/home', fakeServices({ world }));
    await dialog();
    act(services.session.signOut);
    await screen.findByLabelText('登入密碼');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the question to save the log', () => {
  test('says so when the log cannot be put together, and keeps nothing of it', async () => {
    const { services, user } = openApp('/home');
    const log = Promise.reject(new Error('the mask did not come'));
    log.catch(() => {});
    act(() => services.notices.change(() => ({ prompts: ['debug-log'], log })));
    await user.click((await dialog()).getByRole('button', { name: '確認' }));
    expect(await screen.findByText('連線不穩')).toBeTruthy();
    expect(services.notices.read().log).toBeUndefined();
  });
});

describe('the intro video', () => {
  const openFilm = async (introVideoUrl: string, from = '/home', shared?: Storage) => {
    const services = fakeServices({
      world: { ...fakeWorld(), introVideoUrl },
      isSignedIn: from !== '/login',
    });
    return openApp(from, shared ? { ...services, shared } : services);
  };

  const startVideo = async (user: Awaited<ReturnType<typeof openFilm>>['user']) => {
    const dialog = await screen.findByRole('dialog', { name: '介紹影片' });
    await user.click(within(dialog).getByRole('button', { name: /播放影片/ }));
    return dialog.querySelector('video') as HTMLVideoElement;
  };

  test('downloads nothing until somebody starts it', async () => {
    const { user } = await openFilm('/intro.webm');
    await screen.findByRole('dialog', { name: '介紹影片' });
    expect(document.querySelector('video')).toBeNull();
    const video = await startVideo(user);
    expect([video.getAttribute('src'), video.autoplay, video.controls]).toEqual(['/intro.webm', true, true]);
  });

  test('shows over a screen, closes by its icon, and is not shown again on this device', async () => {
    const { user, services } = await openFilm('https://assets.example/intro.mp4');
    const film = within(await screen.findByRole('dialog', { name: '介紹影片' }));
    await user.click(film.getByRole('button', { name: '關閉' }));
    expect(screen.queryByRole('dialog', { name: '介紹影片' })).toBeNull();
    cleanup();
    await openFilm('https://assets.example/intro.mp4', '/home', services.shared);
    await screen.findByText('15,480');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is not shown again by a reload, and is in a new tab until it was closed', async () => {
    const { services } = await openFilm('/intro.webm');
    await screen.findByRole('dialog', { name: '介紹影片' });
    cleanup();
    const { shared, tab } = services;
    openApp('/home', { ...fakeServices({ world: services.server.world }), shared, tab });
    await screen.findByText('15,480');
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    await openFilm('/intro.webm', '/home', shared);
    expect(await screen.findByRole('dialog', { name: '介紹影片' })).toBeTruthy();
  });

  test('waits for another start where this one has asked about notifications', async () => {
    const services = fakeServices({ world: { ...fakeWorld(), introVideoUrl: '/intro.webm' } });
    const push = fakePush({ permission: 'default', answer: 'granted' });
    const { user } = openApp('/home', { ...services, push });
    const question = within(await screen.findByRole('alertdialog', { name: '訂閱通知' }));
    await user.click(question.getByRole('button', { name: '關閉' }));
    await screen.findByText('15,480');
    await act(async () => {});
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    const { shared, tab } = services;
    openApp('/home', { ...fakeServices({ world: services.server.world }), shared, tab, push });
    expect(await screen.findByRole('dialog', { name: '介紹影片' })).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('that cannot be had gives way, and is shown another time', async () => {
    const { user, services } = await openFilm('https://assets.example/intro.mp4');
    fireEvent.error(await startVideo(user));
    expect(screen.queryByRole('dialog', { name: '介紹影片' })).toBeNull();
    cleanup();
    await openFilm('https://assets.example/intro.mp4', '/home', services.shared);
    expect(await screen.findByRole('dialog', { name: '介紹影片' })).toBeTruthy();
  });

  describe('that operators push', () => {
    const pushed = (isClosed = false): InboxRow => ({
      seq: '90',
      type: 'broadcast',
      title: '一分鐘看懂穩付',
      content: '新手必看',
      extra: { kind: 'film', titleEn: 'In a minute', textEn: 'For newcomers', isClosed },
      at: new Date(FAKE_NOW).toISOString(),
    });
    /** A device that has closed the film before, and what the server has in the inbox behind what it knows. */
    const openPushed = async (row = pushed()) => {
      const services = fakeServices({ world: { ...fakeWorld(), introVideoUrl: '/intro.webm' } });
      introSeenOf(services.shared).write('/intro.webm');
      const app = openApp('/home', services);
      await screen.findByText('15,480');
      expect(screen.queryByRole('dialog')).toBeNull();
      app.world.newMessages = [row];
      await act(() => services.inbox.opened('89'));
      return app;
    };
    const closed = ({ server }: Awaited<ReturnType<typeof openPushed>>) =>
      server.asked.filter(({ path }) => path === '/member/broadcast/close').map(({ input }) => input);

    test('is shown also to who has closed it before, once, and says so to the server', async () => {
      const app = await openPushed();
      const film = within(await screen.findByRole('dialog', { name: '介紹影片' }));
      await app.user.click(film.getByRole('button', { name: '關閉' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(closed(app)).toEqual([{ seq: '90' }]);
      await act(() => app.services.inbox.catchUp());
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('alertdialog'), 'nor is it a message').toBeNull();
    });

    test('waits until a message of an order is answered, and is not lost by that', async () => {
      const app = await openPushed();
      await screen.findByRole('dialog', { name: '介紹影片' });
      const order: InboxRow = { ...pushed(), seq: '91', type: 'orderPaid', extra: { orderId: '501' } };
      act(() => app.services.notices.change(() => ({ rows: [order] })));
      await app.user.click(
        within(await screen.findByRole('alertdialog')).getByRole('button', { name: '關閉' }),
      );
      expect(await screen.findByRole('dialog', { name: '介紹影片' })).toBeTruthy();
      cleanup();
      const { shared, tab, inbox } = app.services;
      openApp('/home', { ...fakeServices({ world: app.world }), shared, tab, inbox });
      expect(await screen.findByRole('dialog', { name: '介紹影片' }), 'after a reload').toBeTruthy();
    });

    test('is not shown to who has closed it on another device', async () => {
      await openPushed(pushed(true));
      await act(async () => {});
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  test.each([
    ['https://assets.example/intro.mp4', '/login'],
    ['javascript:alert(1)', '/home'],
  ])('%s is not shown on %s', async (address_, from) => {
    await openFilm(address_, from);
    await screen.findByRole('heading', { level: 1 });
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
