import { expect, it } from 'vitest';
import { createPlaces, type Place } from './places.ts';

const SECOND = 1000;

/** A clock of the test's own, and places that remember who holds them. */
function house(places: number) {
  let time = 0;
  const all = createPlaces({ places, now: () => time });
  return {
    pass: (ms: number) => void (time += ms),
    enter: (memberId: string, address: string) => all.enter({ memberId, address }),
  };
}
const held = (places: readonly (Place | undefined)[]) =>
  places.filter((place) => place && !place.signal.aborted).length;
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

it('has four places for a member, and no fifth', () => {
  const { enter } = house(64);
  const places = times(5, () => enter('ann', '192.0.2.1'));
  expect(places.map(Boolean)).toEqual([true, true, true, true, false]);
  places[0]?.leave();
  expect(enter('ann', '192.0.2.1')).toBeDefined();
});

it('takes from the network that holds the most, however many accounts it has', () => {
  const { enter } = house(8);
  const flood = times(8, (n) => enter(`bot ${n}`, `198.51.100.${n}`));
  const others = times(4, (n) => enter(`ann ${n}`, '192.0.2.1'));
  expect([held(flood), held(others)]).toEqual([4, 4]);
  // Equal now: nobody is put out for whoever would then be put out himself.
  expect(enter('bot 9', '198.51.100.9')).toBeUndefined();
  expect(enter('ann 9', '192.0.2.1')).toBeUndefined();
});

it('counts the addresses that one customer has as one network', () => {
  const { enter } = house(4);
  const flood = times(4, (n) => enter(`bot ${n}`, `2001:db8:1:${n}::1`));
  expect(enter('ann', '2001:db8:2::1')).toBeDefined();
  expect(held(flood)).toBe(3);
});

it('takes from the member that holds the most where the newcomer shares a network with many', () => {
  const { enter } = house(10);
  const neighbours = times(2, (n) => enter(`neighbour ${n}`, '192.0.2.1'));
  const greedy = times(8, (n) => enter(`bot ${n % 2}`, `198.51.${n % 2 === 0 ? 100 : 101}.1`));
  const newcomers = times(6, (n) => enter(`ann ${n}`, '192.0.2.1'));
  expect(newcomers.every(Boolean)).toBe(true);
  expect([held(neighbours), held(greedy), held(newcomers)]).toEqual([2, 2, 6]);
});

it('takes the slowest one of those that may give way', () => {
  const { enter, pass } = house(3);
  const [slow, quick] = [enter('bot', '198.51.100.1'), enter('bot', '198.51.100.1')];
  enter('bot', '198.51.100.1');
  pass(SECOND);
  quick?.arrived(100_000);
  slow?.arrived(10);
  enter('ann', '192.0.2.1');
  expect(quick?.signal.aborted).toBe(false);
});

it('takes from whoever brings next to nothing, once there is a rate to judge', () => {
  const { enter, pass } = house(3);
  const places = times(3, (n) => enter(`bot ${n}`, `198.51.${n}.1`));
  expect(enter('ann', '192.0.2.1')).toBeUndefined();
  pass(2 * SECOND);
  for (const place of places.slice(1)) place?.arrived(2 * 4096);
  expect(enter('ann', '192.0.2.1')).toBeDefined();
  expect(places.map((place) => place?.signal.aborted)).toEqual([true, false, false]);
  expect(enter('ben', '203.0.113.1')).toBeUndefined();
});

it('leaves a stalled upload its place while nobody needs it', () => {
  const { enter, pass } = house(2);
  const stalled = enter('ann', '192.0.2.1');
  pass(60 * SECOND);
  enter('ben', '192.0.2.2');
  expect(stalled?.signal.aborted).toBe(false);
});

it('gives a place up once: whoever was put out does not free another one', () => {
  const { enter } = house(2);
  const [first] = times(2, () => enter('bot', '198.51.100.1'));
  enter('ann', '192.0.2.1');
  first?.leave();
  first?.leave();
  expect(enter('ben', '203.0.113.1')).toBeUndefined();
});
