import { createFakeCalls, type FakeCalls, type FakeHandlers } from '@holdfast/testkit/fake-calls';
import { codeHandlers } from './fake-codes.ts';
import { passwordHandlersOf } from './fake-passwords.ts';
import { securityHandlersOf } from './fake-security.ts';
import { bankCardHandlers } from './fake-bank-cards.ts';
import { listingHandlers } from './fake-listings.ts';
import { notificationHandlers } from './fake-notifications.ts';
import { orderHandlers } from './fake-orders.ts';
import { pushHandlers } from './fake-push.ts';
import { realNameHandlers } from './fake-real-name.ts';
import { signedInAs, signInHandlers } from './fake-sign-in.ts';
import { instantAt } from './fake-times.ts';
import { threadHandlers } from './fake-thread.ts';
import { payAccountHandlers } from './fake-pay-accounts.ts';
import { uploadHandlers } from './fake-uploads.ts';
import { walletHandlers } from './fake-wallet.ts';
import type { FakeWorld } from './fake-world.ts';

export type Handlers = FakeHandlers;

export interface FakeServer extends FakeCalls {
  world: FakeWorld;
}

/** It keeps no ledger; it moves just enough for a screen to see that something happened. */
export function createFakeServer(world: FakeWorld): FakeServer {
  return {
    ...createFakeCalls({ handlers: handlersOf(world), transpass: () => world.member.transpass }),
    world,
  };
}

function handlersOf(world: FakeWorld): Handlers {
  return {
    ...signInHandlers(world),
    ...securityHandlersOf(world),
    ...passwordHandlersOf(world),
    '/member/checkVersion': () => ({
      minimumVersion: world.minimumVersion ?? '0.1.0',
      newestVersion: world.newestVersion ?? '0.1.0',
      storeUrl: null,
      features: { pinLock: true, realNameCheck: world.realNameCheck ?? false },
      assetsUrl: '',
      supportUrl: world.supportUrl ?? 'https://support.example/',
      introVideoUrl: world.introVideoUrl ?? null,
      maintenanceUntil: world.maintenanceUntil ?? null,
      maintenanceMessage: world.maintenanceMessage ?? null,
      maintenancePlanned: world.maintenancePlanned ?? null,
      serverTime: instantAt(world.now),
    }),
    ...notificationHandlers(world),
    '/member/broadcast/language': () => ({}),
    '/member/broadcast/close': () => ({}),
    ...codeHandlers(world, signedInAs(world)),
    ...realNameHandlers(world),
    ...uploadHandlers(world),
    ...bankCardHandlers(world),
    ...payAccountHandlers(world),
    ...walletHandlers(world),
    ...listingHandlers(world),
    ...orderHandlers(world),
    ...threadHandlers(world),
    ...pushHandlers(world),
  };
}
