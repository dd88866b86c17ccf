import { defined } from '@holdfast/kernel';
import type { Page } from '@playwright/test';
import type { ApiMember } from './support/api-member.ts';
import { button, tab } from './support/hands.ts';
import { doubleText } from './support/large-text.ts';
import { lookAt } from './support/look.ts';
import { expect, test, type Fixtures } from './support/test.ts';

/** The floating button of customer service: where it is, what it opens, and that it covers nothing. */

const support = (page: Page) => page.getByRole('link', { name: /聯絡客服/ });
const boxOf = async (page: Page) => defined(await support(page).boundingBox(), 'the button is on the screen');

test('customer service is at hand but on Login and Home, is dragged by mouse and finger, and opens nothing by that', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member(), hasTouch: true });
  const opened: Page[] = [];
  page.context().on('page', (other) => opened.push(other));
  await page.goto('/home');
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  await expect(support(page)).toHaveCount(0);
  await tab(page, '訂單').click();
  await expect(page.getByText(/還沒有|沒有/).first()).toBeVisible();
  await lookAt(page, 'customer service');
  // At the bottom right, whole, 24 px from the edge and from the tabs.
  const start = { x: 390 - 24 - 48, y: 844 - 65 - 24 - 48, width: 48, height: 48 };
  await expect.poll(() => boxOf(page)).toEqual(start);

  await page.mouse.move(start.x + 24, start.y + 24);
  await page.mouse.down();
  await page.mouse.move(200, 500, { steps: 4 });
  expect(await boxOf(page)).toMatchObject({ x: 176, y: 476 });
  await page.mouse.move(-50, 600, { steps: 4 });
  expect(await boxOf(page)).toMatchObject({ x: 24, y: 576 });
  await page.mouse.up();
  await expect.poll(() => boxOf(page)).toMatchObject({ x: 24, y: 576, width: 48 });

  const touch = await page.context().newCDPSession(page);
  const finger = (type: string, x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await finger('touchStart', 48, 600);
  for (const step of [120, 200, 260]) await finger('touchMove', step, 600 + step / 10);
  await finger('touchEnd', 0, 0);
  // Let go, it slips to the nearer edge.
  const dropped = { x: 318, y: 602, width: 48, height: 48 };
  await expect.poll(() => boxOf(page)).toEqual(dropped);
  expect(opened).toEqual([]);
  await page.reload();
  await expect.poll(() => boxOf(page)).toEqual(dropped);
});

test('a tap on customer service opens its page, which learns nothing of ours', async ({ open, member }) => {
  const page = await open({ as: await member() });
  const asked: Record<string, string>[] = [];
  await page.context().route('https://support.holdfast.example/**', (route) => {
    asked.push(route.request().headers());
    return route.fulfill({ contentType: 'text/html', body: '<title>help</title>' });
  });
  await page.goto('/pendingOrder');
  const opened = page.context().waitForEvent('page');
  await support(page).click();
  const help = await opened;
  await expect(help).toHaveTitle('help');
  expect(await help.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
  expect(asked.map(({ referer }) => referer)).toEqual([undefined]);
});

/** What the button lies over: everything with text of its own, or to be pressed, whose visible box meets that of the button. */
const covered = (page: Page): Promise<string[]> =>
  support(page).evaluate((own: HTMLElement) => {
    const box = own.getBoundingClientRect();
    const meets = ({ left, right, top, bottom }: DOMRect): boolean =>
      left < box.right - 0.5 && right > box.left + 0.5 && top < box.bottom - 0.5 && bottom > box.top + 0.5;
    own.style.visibility = 'hidden';
    /** Not scrolled out of its box, and not behind something else. */
    const isSeen = (element: Element, { left, right, top, bottom }: DOMRect): boolean => {
      const x = (Math.max(left, box.left) + Math.min(right, box.right)) / 2;
      const y = (Math.max(top, box.top) + Math.min(bottom, box.bottom)) / 2;
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll('#root *')) {
      if (own.contains(element) || element.closest('.visually-hidden') || !element.checkVisibility())
        continue;
      const isTapped = element.matches('a[href], button, input, select, textarea, label, [role=slider]');
      const rects = isTapped ? [element.getBoundingClientRect()] : [];
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        rects.push(...range.getClientRects());
      }
      if (rects.some((rect) => meets(rect) && isSeen(element, rect)))
        found.push(`${element.tagName} ${element.textContent?.slice(0, 40) ?? ''}`);
    }
    own.style.visibility = '';
    return found;
  });

/** The button has found its place: it moves no more. */
async function settled(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(
      async () => {
        const now = JSON.stringify(await boxOf(page));
        const isStill = now === before;
        before = now;
        return isStill;
      },
      { intervals: [250] },
    )
    .toBe(true);
}

/** Scrolls through the page, and asks at each stop. */
async function walk(page: Page, where: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const stops = [0, 0.2, 0.45, 0.7, 1].map((share) => Math.round(height * share));
  for (const stop of new Set(stops)) {
    await page.evaluate((top) => scrollTo(0, top), stop);
    await settled(page);
    // A busy machine tells of the scrolling late, and the button waits for its end.
    await expect.poll(() => covered(page), `${where}, scrolled to ${stop} of ${height}`).toEqual([]);
  }
}

type People = Pick<Fixtures, 'member' | 'seller'>;
type Screen = { as: ApiMember; address: string };

/** Somebody's order, waiting for its payment; and the people of it. */
async function orderOf({ member, seller }: People) {
  const [{ seller: payee, listingId }, payer] = await Promise.all([seller(), member()]);
  const { order } = await payer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  return { payee, payer, address: `/front-end-order?orderId=${order.orderId}`, orderId: order.orderId };
}

const SCREENS: Readonly<Record<string, (people: People) => Promise<Screen>>> = {
  'the market': async ({ member, seller }) => {
    await seller();
    return { as: await member(), address: '/transaction' };
  },
  'ended orders': async ({ member }) => ({ as: await member(), address: '/front-end-order?scope=past' }),
  'own listings': async ({ seller }) => ({ as: (await seller()).seller, address: '/pendingOrder' }),
  'the room of who pays': async (people) => {
    const { payer, address } = await orderOf(people);
    return { as: payer, address };
  },
  'the room of who is paid': async (people) => {
    const { payee, payer, address, orderId } = await orderOf(people);
    await payer.call('/order/paid', {
      orderId,
      version: '1',
      payType: 'bank',
      paidBank: '013',
      lastFive: '90412',
      payer: '林予安',
    });
    return { as: payee, address };
  },
};

// A test for each screen: they wait for the button to settle at every stop, and one after the other they would be the longest test of all.
for (const [name, prepare] of Object.entries(SCREENS))
  test(`customer service covers nothing that can be tapped or must be read, at any width and text size: ${name}`, async ({
    open,
    member,
    seller,
  }) => {
    const { as, address } = await prepare({ member, seller });
    const page = await open({ as });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    if (await button(page, '關閉').isVisible()) await button(page, '關閉').click();
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await walk(page, `at ${width}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await doubleText(page);
    await walk(page, 'at 200 %');
  });

test('customer service rests above the one action of an order room', async ({ open, member, seller }) => {
  const [{ listingId }, buyer] = await Promise.all([seller(), member()]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const page = await open({ as: buyer });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await expect(button(page, '我已付款')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 40));
  const action = defined(await button(page, '我已付款').boundingBox(), 'the action is on the screen');
  await settled(page);
  const own = await boxOf(page);
  expect(own.y + own.height).toBeLessThanOrEqual(action.y);
  // The end of the room keeps its place free: there it is whole.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await settled(page);
  expect(await boxOf(page)).toMatchObject({ width: 48, height: 48 });
  await doubleText(page);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await settled(page);
  expect(await boxOf(page)).toMatchObject({ width: 48, height: 48 });
});
