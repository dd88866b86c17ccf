import type { BuiltPath } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import type { OtherSetUp } from '@holdfast/contract/member';
import { loadErrors } from '@holdfast/client/calls';
import { keepTogether } from '@holdfast/client/i18n';
import { AppError } from '@holdfast/kernel';
import { startApp } from '#app/app.tsx';
import { createRouter } from '#platform/router/router.ts';
import { otherSetUpOf } from '#state/device-records.ts';
import { createSettings } from '#state/settings/settings.ts';
import { makeHappen, type Happening } from './fake-happenings.ts';
import { startWithoutNetwork } from './fake-last-known.ts';
import { setPinLockScene, type PinLockScene } from './fake-pin-lock.ts';
import { fakeServices } from './fake-services.ts';
import { fakeOrder, type OrderSeed } from './fake-orders.ts';
import { emptyWorld, fakeWorld, longWorld, type FakeWorld } from './fake-world.ts';

/** What a picture shows: written to `localStorage.scene` before the page loads. */
interface Scene {
  world?: 'data' | 'empty' | 'long';
  isSignedOut?: boolean;
  /** Other orders than those of the world. */
  orders?: OrderSeed[];
  /** What else is different in that world. */
  change?: Partial<FakeWorld>;
  /** A one-shot flag that is set. */
  flag?: keyof OtherSetUp;
  /** What stood behind `#freeze=` in the address of a security message. */
  freezeLink?: string;
  /** How the PIN lock stands; left out: no PIN is set. */
  lock?: PinLockScene;
  /** A start without a network, on a device that knows what was read last. */
  startsOffline?: boolean;
  /** Calls that never answer: the loading state. */
  silent?: BuiltPath[];
  /** Calls that fail, and how: the error state. */
  failing?: [BuiltPath, ErrorName, Readonly<Record<string, unknown>>][];
}

/** The app on the fake server, for pictures and for work on screens; `vite --mode fake` (docs/coding). Time stands still in it. */
const scene = JSON.parse(localStorage.getItem('scene') ?? '{}') as Scene;
const makeWorld = { data: fakeWorld, empty: emptyWorld, long: longWorld }[scene.world ?? 'data'];
const world = { ...makeWorld(), ...scene.change };
if (scene.orders) world.orders = scene.orders.map((seed) => fakeOrder(world.now, seed));
const services = {
  typeset: keepTogether,
  ...fakeServices({ world, isSignedIn: scene.isSignedOut !== true }),
  settings: createSettings(
    localStorage,
    navigator.languages,
    async () => (await import('#app/generated/simplified-texts.ts')).SIMPLIFIED_TEXTS,
  ),
};
for (const path of scene.silent ?? []) services.server.set(path, 'silent');
for (const [path, name, data] of scene.failing ?? []) services.server.set(path, new AppError(name, data));
if (scene.lock) await setPinLockScene(scene.lock, world.member.uid, services);
if (scene.flag) {
  const flags = otherSetUpOf(services.shared);
  flags.write({ ...flags.read(), [scene.flag]: true });
}
if (scene.startsOffline) await startWithoutNetwork(services, world);
services.freezeLink.keep(scene.freezeLink);
// A picture may be of a moment, which the hand before it chooses.
addEventListener('scene', (event) => makeHappen(services, (event as CustomEvent<Happening>).detail));
// The fake server refuses without a wire, where the app would load what it lacks.
await loadErrors();
void startApp(services, createRouter(window));
