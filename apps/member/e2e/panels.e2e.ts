import type { Page } from '@playwright/test';
import { button, dialog, typeSecret } from './support/hands.ts';
import { called, doubleText, expectWhole } from './support/large-text.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** Every panel about an account, as who reads in the dark, by ear, or at twice the size meets it. */

interface Stop {
  readonly panel: string;
  readonly title: string;
  /** What it is for. */
  readonly primary: string;
}

const FOR_MEMBERS: readonly Stop[] = [
  { panel: 'password', title: '變更登入密碼', primary: '儲存新密碼' },
  { panel: 'transaction-secret', title: '交易密碼', primary: '忘記交易密碼？' },
  { panel: 'questions', title: '安全問題', primary: '儲存安全問題' },
  { panel: 'phrase', title: '防偽短語', primary: '儲存防偽短語' },
  { panel: 'contact', title: '聯絡方式', primary: '變更 手機號碼' },
  { panel: 'freeze', title: '凍結帳號', primary: '凍結我的帳號' },
];
const FOR_ANYBODY: readonly Stop[] = [
  { panel: 'register', title: '註冊新帳號', primary: '下一步' },
  { panel: 'forgotten', title: '忘記密碼', primary: '傳送驗證碼' },
  { panel: 'unfreeze', title: '解除凍結', primary: '傳送驗證碼' },
];

/** Within the page: a load for each would be most of the walk. */
async function openPanel(page: Page, name: string): Promise<void> {
  await page.evaluate((panel) => {
    history.pushState(null, '', `${location.pathname}?panel=${panel}`);
    dispatchEvent(new PopStateEvent('popstate'));
    document.documentElement.style.fontSize = '';
  }, name);
}

async function walk(page: Page, stops: readonly Stop[]): Promise<void> {
  for (const { panel, title, primary } of stops) {
    await openPanel(page, panel);
    await expect(dialog(page, title)).toBeVisible();
    await expect(called(page, primary).last()).toBeVisible();
    await lookAt(page, panel, '[role=dialog]');
    await doubleText(page);
    await expectWhole(page, primary);
  }
}

test('the panels of a member’s account read well in both themes, and at 200 % text', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member() });
  await page.goto('/home?panel=security');
  const centre = dialog(page, '安全中心');
  await expect(centre.getByText('會員等級 Lv.0')).toBeVisible();
  await lookAt(page, 'security');
  await doubleText(page);
  await centre.getByRole('link', { name: /凍結帳號/ }).scrollIntoViewIfNeeded();
  await expectWhole(page, '返回');
  await walk(page, FOR_MEMBERS);
});

test('so do those of who is at the door, both ways to register among them', async ({ open }) => {
  const page = await open();
  await page.goto('/login');
  await expect(button(page, '登入')).toBeVisible();
  await walk(page, FOR_ANYBODY);
  await openPanel(page, 'register');
  await button(page, /^快速註冊/).click();
  await expect(dialog(page, '快速註冊')).toBeVisible();
  await lookAt(page, 'quick sign-up', '[role=dialog]');
  await doubleText(page);
  await expectWhole(page, '下一步');
});

/** What can be tapped and lies under a toast, by name. */
const coveredByToast = (page: Page, text: string): Promise<string[]> =>
  page.getByText(text).evaluate((toast) => {
    const box = toast.getBoundingClientRect();
    return [...document.querySelectorAll('a[href], button, input, [role=slider]')]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isUnder = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return isUnder && hit !== null && (element.contains(hit) || hit.contains(element));
      })
      .map((element) => element.textContent ?? element.tagName);
  });

for (const size of ['', '200%'])
  test(`the keypad keeps its place whatever is said above it, and a toast covers no button${size && `, at ${size}`}`, async ({
    open,
    member,
  }) => {
    const page = await open({ as: await member(), viewport: { width: 360, height: 640 } });
    await page.goto('/home?panel=phrase');
    await page.getByLabel('新的防偽短語').fill('山上的小木屋');
    await page.evaluate((text) => {
      document.documentElement.style.fontSize = text;
    }, size);
    await button(page, '儲存防偽短語').click();
    await expect(page.getByLabel('六位數交易密碼', { exact: true })).toBeFocused();
    const keys = () => Promise.all([button(page, '5').boundingBox(), button(page, '刪除一碼').boundingBox()]);
    // The sheet has come to rest.
    let before = await keys();
    await expect
      .poll(async () => {
        const last = before;
        before = await keys();
        return JSON.stringify(last) === JSON.stringify(before);
      })
      .toBe(true);
    await page.keyboard.type('000000');
    await expect(page.getByText(/交易密碼錯誤/)).toBeVisible();
    expect(await keys()).toEqual(before);
    await page.keyboard.type('1');
    expect(await keys()).toEqual(before);
    await page.keyboard.press('Backspace');
    await typeSecret(page);
    await expect(page.getByText('防偽短語已更新')).toBeVisible();
    await expect.poll(() => coveredByToast(page, '防偽短語已更新')).toEqual([]);
  });
