import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakePush, type FakePush } from '#test/fake-push.ts';
import { FAKE_PIN, keptPin } from '#test/fake-pin-lock.ts';
import { fakeServices, type FakeServices } from '#test/fake-services.ts';
import { openApp } from '#test/render.tsx';

async function openPanel(push: FakePush | undefined, services: FakeServices = fakeServices()) {
  const app = openApp('/home?panel=push', { ...services, push });
  return { ...app, panel: within(await screen.findByRole('dialog', { name: '這台裝置的通知' })) };
}

const rowsOf = (panel: Awaited<ReturnType<typeof openPanel>>['panel']) =>
  within(panel.getByRole('list', { name: '測試步驟' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the notifications of a device', () => {
  test('are turned on by a tap, which asks the browser', async () => {
    const push = fakePush({ permission: 'default', answer: 'granted' });
    const { user, panel } = await openPanel(push);
    await user.click(panel.getByRole('button', { name: '開啟通知' }));
    expect(await panel.findByText('已開啟')).toBeTruthy();
    await waitFor(() => expect(push.bound).toBeDefined());
  });

  test('are turned off by a question that says what is lost, and on again by a tap', async () => {
    const services = fakeServices();
    services.server.world.pushOthers = 2;
    const push = fakePush();
    const { user, panel, server } = await openPanel(push, services);
    await waitFor(() => expect(push.bound).toBeDefined());
    await user.click(panel.getByRole('button', { name: '關閉通知' }));
    const question = within(await screen.findByRole('alertdialog', { name: '關閉這台裝置的通知？' }));
    expect(question.getByText(/不會有任何裝置通知您/)).toBeTruthy();
    expect(await question.findByText(/您的另外 2 台裝置不受影響/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: '關閉通知' }));
    expect(await panel.findByText('已關閉')).toBeTruthy();
    expect(push.bound).toBeUndefined();
    expect(server.asked.some(({ path }) => path === '/member/device/push-remove')).toBe(true);
    expect(panel.queryByRole('button', { name: '傳送測試通知' })).toBeNull();
    await user.click(panel.getByRole('button', { name: '開啟通知' }));
    expect(await panel.findByText('已開啟')).toBeTruthy();
    await waitFor(() => expect(push.bound).toBeDefined());
  });

  test('that nobody else of the member hears of say so before they are turned off', async () => {
    const { user, panel } = await openPanel(fakePush());
    await user.click(panel.getByRole('button', { name: '關閉通知' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText(/要開啟穩付才會知道/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: '保持開啟' }));
    expect(panel.getByText('已開啟')).toBeTruthy();
  });

  test('that were refused say where to allow them', async () => {
    const { user, panel } = await openPanel(fakePush({ permission: 'denied' }));
    await user.click(panel.getByRole('button', { name: '開啟通知' }));
    const alert = within(await screen.findByRole('alertdialog'));
    expect(alert.getByText('請設置瀏覽器"允許接收通知"')).toBeTruthy();
    expect(panel.getByText('尚未開啟')).toBeTruthy();
  });

  test('begin on an iPhone at the home screen, with the steps to it', async () => {
    const { panel } = await openPanel(fakePush({ permission: 'default', needsHomeScreen: true }));
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '點一下瀏覽器的「分享」',
      '選擇「加入主畫面」',
      '從主畫面開啟穩付，登入後點「確認」',
    ]);
    expect(panel.queryByRole('button', { name: '開啟通知' })).toBeNull();
  });

  test('are none in a browser that has none', async () => {
    const { panel } = await openPanel(undefined);
    expect(panel.getByText('這個瀏覽器不支援通知')).toBeTruthy();
  });

  test('say no more than that there is news where the member wants it so, and the server hears of it', async () => {
    const { user, panel, server } = await openPanel(fakePush());
    await user.click(panel.getByRole('checkbox', { name: /不顯示內容/ }));
    const isPrivate = () =>
      server.asked
        .filter(({ path }) => path === '/member/device/push-set')
        .map(({ input }) => (input as { isPrivate: string }).isPrivate);
    await waitFor(() => expect(isPrivate().at(-1)).toBe('1'));
  });

  test('never say more while a PIN is set, and nobody can change that here', async () => {
    const services = fakeServices();
    services.preferences.kept = await keptPin(services.session.read()?.login.uid);
    await services.pinLock.start();
    const { user } = openApp('/home?panel=push', { ...services, push: fakePush() });
    await user.click(await screen.findByRole('button', { name: '解鎖' }));
    await user.keyboard(`${FAKE_PIN}{Enter}`);
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /不顯示內容/ });
    expect([box.checked, box.disabled]).toEqual([true, true]);
  });
});

describe('a test notification', () => {
  test('that arrives says that everything works', async () => {
    const services = fakeServices();
    const push = fakePush();
    services.server.world.onPushTest = (testId) => setTimeout(() => push.say({ kind: 'test', testId }), 0);
    const { user, panel } = await openPanel(push, services);
    await user.click(panel.getByRole('button', { name: '傳送測試通知' }));
    expect(await panel.findByText('測試通知已送達，一切正常。', undefined, { timeout: 5000 })).toBeTruthy();
    expect(rowsOf(panel)).toEqual([
      '瀏覽器允許通知正常',
      '穩付在背景執行正常',
      '這台裝置已登記正常',
      '通知送達這台裝置正常',
    ]);
  });

  test('that cannot be registered for names that part, and what helps', async () => {
    const { user, panel } = await openPanel(fakePush({ refuses: true }));
    await user.click(panel.getByRole('button', { name: '傳送測試通知' }));
    expect(await panel.findByText(/瀏覽器無法向推播服務登記/)).toBeTruthy();
    expect(rowsOf(panel)).toEqual([
      '瀏覽器允許通知正常',
      '穩付在背景執行正常',
      '這台裝置已登記有問題',
      '通知送達這台裝置尚未檢查',
    ]);
  });

  test('that the push service does not take is its fault', async () => {
    const services = fakeServices();
    services.server.world.pushOutcome = 'unreachable';
    const { user, panel } = await openPanel(fakePush(), services);
    await user.click(panel.getByRole('button', { name: '傳送測試通知' }));
    expect(await panel.findByText(/我們暫時連不上推播服務/, undefined, { timeout: 5000 })).toBeTruthy();
  });
});
