import { toMemberId } from '@holdfast/kernel';
import { expect, it } from 'vitest';
import { createKnownNetworks } from './known-networks.ts';

const [ann, ben, cyd] = [toMemberId(1n), toMemberId(2n), toMemberId(3n)];

it('knows the network of an address, not the ones around it', () => {
  const known = createKnownNetworks();
  known.remember(ann, '2001:db8:1:2:3::1');
  known.remember(ann, '192.0.2.1');
  expect(known.has('2001:db8:1:2:9::9')).toBe(true);
  expect(known.has('2001:db8:1:3::1')).toBe(false);
  expect(known.has('192.0.2.2')).toBe(false);
});

it('knows four networks of a member, the newest ones, and those of others all the same', () => {
  const known = createKnownNetworks();
  known.remember(ben, '192.0.2.0');
  for (let n = 0; n < 6; n += 1) known.remember(ann, `192.0.2.${n}`);
  const seen = Array.from({ length: 6 }, (_, n) => known.has(`192.0.2.${n}`));
  expect(seen).toEqual([true, false, true, true, true, true]);
});

it('forgets the member that it has known the longest when there are too many', () => {
  const known = createKnownNetworks(2);
  known.remember(ann, '192.0.2.1');
  known.remember(ben, '192.0.2.2');
  known.remember(ann, '192.0.2.3');
  known.remember(cyd, '192.0.2.4');
  const seen = Array.from({ length: 4 }, (_, n) => known.has(`192.0.2.${n + 1}`));
  expect(seen).toEqual([false, true, false, true]);
});
