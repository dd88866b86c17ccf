import { LINK_STATES } from '@holdfast/contract/orders';
import { LINK } from '#test/fake-listing-links.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { ALL, press, type Picture } from '../picture.ts';

const NIGHT = { from: '22:00', to: '02:30' };
const offersIn = (hours: typeof NIGHT) => fakeWorld().offers.map((offer) => ({ ...offer, hours }));
const resting = () =>
  fakeWorld().listings.map((listing) => ({
    ...listing,
    hours: NIGHT,
    opensAt: '2026-08-19T14:00:00.000Z',
    obstacles: ['out-of-hours' as const, ...listing.obstacles],
  }));
const SHARED = { link: LINK, password: 'K7QMX4PT', madeAt: '2026-08-06T02:00:00.000Z' };

const farPriced = () =>
  fakeWorld().offers.map((offer, at) => ({
    ...offer,
    price: at % 2 === 0 ? '1.1200' : '0.8500',
    deviation:
      at % 2 === 0
        ? { direction: 'above' as const, percent: '12', reference: '1.0000' }
        : { direction: 'below' as const, percent: '15', reference: '1.0000' },
  }));

/** Market, own listings and orders. */
export const TRADE: readonly Picture[] = [
  {
    name: 'market',
    title: 'Market',
    address: '/transaction',
    states: ALL,
    reads: ['/listing/market'],
  },
  {
    name: 'market-sell',
    title: 'Market: the selling side',
    address: '/transaction?side=sell',
    states: ALL,
    reads: ['/listing/market'],
  },
  {
    name: 'market-online',
    title: 'Market: only who is online, by the best price',
    address: '/transaction',
    states: ['data', 'empty', 'long'],
    act: async (page) => {
      await page.getByRole('checkbox', { name: /^(只看在線上的|Only sellers who)/ }).check();
      await page.getByText(/^(更多篩選|More filters)$/).click();
      await page.getByText(/^(價格最好的在前|Best price first)$/).click();
    },
  },
  {
    name: 'sell-sheet',
    title: 'Market: the last look before selling to a buyer',
    address: '/transaction?side=sell',
    states: ['data', 'long'],
    act: (page) => press(page, /^(賣給對方|Sell)$/),
  },
  {
    name: 'create-buy-listing',
    title: 'A new buy listing',
    address: '/pendingOrder?panel=create-listing&side=buy',
    states: ['data', 'long'],
  },
  {
    name: 'safety-lesson',
    title: 'The safety lesson before the first lock',
    address: '/transaction',
    change: { data: { orders: [] } },
    act: (page) => press(page, /^(鎖定|Lock)$/),
  },
  { name: 'safety', title: 'Trading safely, to read again', address: '/transaction?panel=safety' },
  {
    name: 'lock-sheet',
    title: 'Market: the last look before a lock',
    address: '/transaction',
    states: ['data', 'loading', 'error', 'long'],
    reads: ['/order/lock'],
    refusal: 'LISTING_BUSY',
    act: async (page, state) => {
      await press(page, /^(鎖定|Lock)$/);
      await page.getByLabel(/^(買入數量|Quantity)$/).fill('3000');
      if (state === 'error' || state === 'loading') await press(page, /鎖定，準備付款|^Lock and/);
    },
  },
  {
    name: 'market-far-prices',
    title: 'Market: prices far from their reference',
    address: '/transaction',
    change: { data: { offers: farPriced() } },
  },
  {
    name: 'lock-sheet-far-price',
    title: 'Market: the last look before a lock at a price far from its reference',
    address: '/transaction',
    change: { data: { offers: farPriced() } },
    act: async (page) => {
      await press(page, /^(鎖定|Lock)$/);
      await page.getByLabel(/^(買入數量|Quantity)$/).fill('3000');
    },
  },
  {
    name: 'market-owner-limit',
    title: 'Market: owners whose day is used up',
    address: '/transaction',
    change: {
      data: { offers: fakeWorld().offers.map((offer) => ({ ...offer, obstacle: 'owner-limit' as const })) },
    },
  },
  {
    name: 'sell-sheet-far-price',
    title: 'Market: the last look before selling at a price far from its reference',
    address: '/transaction?side=sell',
    change: { data: { offers: farPriced() } },
    act: (page) => press(page, /^(賣給對方|Sell)$/),
  },
  {
    name: 'lock-sheet-hours',
    title: 'Market: outside the hours of a seller, who said them before',
    address: '/transaction',
    states: ['data', 'error'],
    reads: ['/order/lock'],
    refusal: 'LISTING_OUT_OF_HOURS',
    refusalData: { until: '2026-08-19T01:00:00.000Z' },
    change: { data: { offers: offersIn(NIGHT) }, error: { offers: offersIn(NIGHT) } },
    act: async (page, state) => {
      await press(page, /^(鎖定|Lock)$/);
      await page.getByLabel(/^(買入數量|Quantity)$/).fill('3000');
      if (state === 'error') await press(page, /鎖定，準備付款|^Lock and/);
    },
  },
  {
    name: 'lock-lost-changed',
    title: 'Market: a lock that comes after a change of the listing',
    address: '/transaction',
    states: ['error'],
    reads: ['/order/lock'],
    refusal: 'LISTING_CHANGED',
    act: async (page) => {
      await press(page, /^(鎖定|Lock)$/);
      await page.getByLabel(/^(買入數量|Quantity)$/).fill('3000');
      await press(page, /鎖定，準備付款|^Lock and/);
    },
  },
  {
    name: 'lock-sheet-fee',
    title: 'Market: a fee that is going to rise, and several ways to pay',
    address: '/transaction',
    change: {
      data: {
        feePlanned: { feeBasisPoints: 20, from: '2026-08-20T01:00:00.000Z' },
        offers: fakeWorld().offers.map((offer) => ({ ...offer, payMethods: ['bank', 'jkopay', 'linepay'] })),
      },
    },
    act: async (page) => {
      await press(page, /^(鎖定|Lock)$/);
      await page.getByLabel(/^(買入數量|Quantity)$/).fill('3000');
    },
  },
  {
    name: 'market-member',
    title: 'Market: how a seller trades, to keep as a favourite or to block',
    address: '/transaction',
    states: ['data', 'long'],
    act: (page) => press(page, /^(更多|More|已收藏 · 更多|Favourite · More)$/),
  },
  {
    name: 'listings',
    title: 'Own listings',
    address: '/pendingOrder',
    states: ALL,
    reads: ['/listing/mine'],
  },
  {
    name: 'listings-paused',
    title: 'Own listings, all paused at once',
    address: '/pendingOrder',
    act: (page) => press(page, /^(全部暫停|Pause all)$/),
  },
  {
    name: 'listing-copy',
    title: 'Copying a listing over one that is being written',
    address: '/pendingOrder?panel=create-listing',
    act: async (page) => {
      await page.getByLabel(/^(賣出數量|Quantity to sell)$/).fill('3000');
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^(複製|Copy)$/ })
        .nth(1)
        .click();
    },
  },
  {
    name: 'listing-remark',
    title: 'A remark that cannot be published: the place is marked',
    address: '/pendingOrder',
    act: async (page) => {
      await press(page, /^(修改條件|Change terms)$/);
      await page
        .getByLabel(/^(給對方的備註（選填）|Remark for the other side \(optional\))$/)
        .fill('平日晚上八點後回覆比較快，急的話加我 LINE: amber88');
    },
  },
  {
    name: 'listings-remark-removed',
    title: 'Own listings, the remark of one was taken down',
    address: '/pendingOrder',
    change: {
      data: {
        listings: fakeWorld().listings.map((one, row) => ({
          ...one,
          remark: { id: '71', text: '平日晚上八點後回覆比較快', removed: row === 0 ? 'contact' : null },
        })),
      },
    },
  },
  {
    name: 'listing-share',
    title: 'The link of a listing, with its password',
    address: '/pendingOrder',
    states: ['data', 'loading', 'error', 'long'],
    reads: ['/listing/link'],
    change: { data: { links: { '301': SHARED } } },
    act: (page) => press(page, /^(分享|Share)$/),
  },
  {
    name: 'listing-share-first',
    title: 'A listing that was never shared',
    address: '/pendingOrder',
    act: (page) => press(page, /^(分享|Share)$/),
  },
  {
    name: 'listings-private',
    title: 'Own listings, one of which is private',
    address: '/pendingOrder',
    change: {
      data: { listings: fakeWorld().listings.map((one, row) => ({ ...one, isPrivate: row === 0 })) },
    },
  },
  {
    name: 'shared-listing',
    title: 'What a link leads to',
    address: `/transaction?link=${LINK}`,
    states: ['data', 'loading', 'error', 'long'],
    reads: ['/listing/link/open'],
  },
  ...LINK_STATES.filter((state) => state !== 'open').map((linkState): Picture => ({
    name: `shared-listing-${linkState}`,
    title: `A link that leads to nothing: ${linkState}`,
    address: `/transaction?link=${LINK}`,
    change: { data: { linkState } },
  })),
  {
    name: 'shared-listing-own-paused',
    title: 'The own link, which leads to nothing now',
    address: `/transaction?link=${LINK}`,
    change: { data: { linkState: 'paused', isLinkOwn: true } },
  },
  {
    name: 'listing-by-password',
    title: 'Opening a listing by number and password',
    address: '/transaction',
    states: ['data', 'error'],
    reads: ['/listing/link/find'],
    refusal: 'LISTING_PASSWORD_WRONG',
    act: async (page, state) => {
      await press(page, /^(有掛單編號和密碼？|Do you have the number)/);
      await page.getByLabel(/^(掛單編號|Number of the listing)$/).fill('401');
      await page.getByLabel(/^(密碼|Password)$/).fill('K7QM X4PT');
      if (state === 'error') await press(page, /^(打開掛單|Open the listing)$/);
    },
  },
  {
    name: 'listing-edit',
    title: 'Changing whom a listing is for',
    address: '/pendingOrder',
    act: (page) => press(page, /^(修改條件|Change terms)$/),
  },
  {
    name: 'listings-resting',
    title: 'Own listings outside their hours',
    address: '/pendingOrder',
    change: { data: { listings: resting() } },
  },
  {
    name: 'listings-day-used',
    title: 'Own listings that nobody can take before the next day',
    address: '/pendingOrder',
    change: {
      data: {
        listings: fakeWorld().listings.map((listing) => ({ ...listing, obstacles: ['day-used' as const] })),
      },
    },
  },
  {
    name: 'listing-edit-hours',
    title: 'Changing the hours of a listing',
    address: '/pendingOrder',
    change: { data: { listings: resting() } },
    act: (page) => press(page, /^(修改條件|Change terms)$/),
  },
  {
    name: 'listing-close',
    title: 'Closing a listing',
    address: '/pendingOrder',
    act: (page) => press(page, /^(關閉掛單|Close listing)$/),
  },
  {
    name: 'listings-ended',
    title: 'Own listings that have ended',
    address: '/pendingOrder',
    act: (page) => page.getByText(/^(已結束|Ended)$/).click(),
  },
  {
    name: 'listing-form',
    title: 'A new listing',
    address: '/pendingOrder?panel=create-listing',
    states: ['data', 'empty', 'long'],
    act: async (page, state) => {
      const quantity = state === 'long' ? '1234567890.12' : '3000';
      await page.getByLabel(/^(賣出數量|Quantity to sell)$/).fill(quantity);
      await page.getByLabel(/^(每筆最少|Minimum per order)$/).fill('500');
    },
  },
  {
    name: 'listing-price',
    title: 'A new listing: its price, and what that is measured by',
    address: '/pendingOrder?panel=create-listing&coin=USDT',
    states: ['data', 'empty', 'loading'],
    reads: ['/listing/terms'],
    change: { empty: { hasFewTrades: true } },
    act: async (page) => {
      await page.getByLabel(/^(賣出數量|Quantity to sell)$/).fill('100');
      await page.getByLabel(/^(單價（新台幣）|Price \(NT\$\))$/).fill('27');
      await page.getByLabel(/^(每筆最少|Minimum per order)$/).click();
    },
  },
  {
    name: 'orders',
    title: 'Orders',
    address: '/front-end-order',
    states: ALL,
    reads: ['/order/detail', '/order/list'],
  },
  {
    name: 'orders-past',
    title: 'Orders that have ended',
    address: '/front-end-order?scope=past',
    states: ['data', 'empty', 'long'],
  },
  {
    name: 'orders-past-found',
    title: 'Orders that have ended: looking for one',
    address: '/front-end-order?scope=past',
    states: ['data', 'empty'],
    act: async (page) => {
      await page.getByText(/^(篩選|Filters)$/).click();
      await page.getByText(/^(買入|Bought)$/).click();
      await page.getByLabel(/^(結束日期從|Ended from)$/).fill('2026-08-01');
    },
  },
];
