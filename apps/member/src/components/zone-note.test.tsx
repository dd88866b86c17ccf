import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openApp } from '#test/render.tsx';

describe('the zone', () => {
  test.each([
    ['home', '/home'],
    ['the records', '/home?panel=journal'],
    ['the messages', '/home?panel=notifications'],
    ['the devices', '/home?panel=devices'],
    ['the sign-ins', '/home?panel=login-history'],
    ['the own listings', '/pendingOrder'],
    ['the orders that have ended', '/front-end-order?scope=past'],
    ['the room of an order', '/front-end-order?orderId=501'],
  ])('of every time is named on %s', async (_, address) => {
    openApp(address);
    expect((await screen.findAllByText('時間為台北時間（UTC+8）')).length).toBeGreaterThan(0);
  });
});
