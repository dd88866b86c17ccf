import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring, KeyError, keyIdOf, parseMasterKeys } from './keyring.ts';

const [oldHex, newHex] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
const ringOf = (text: string) => createKeyring(parseMasterKeys(text));
const context = Buffer.from('row 1');
const plain = Buffer.from('text');

describe('the master keys', () => {
  it('are one without an id, or two with theirs, the current one first', () => {
    expect(parseMasterKeys(`${oldHex}\n`).map(({ id }) => id)).toEqual([1]);
    expect(parseMasterKeys(`2:${newHex}\n1:${oldHex}\n`).map(({ id }) => id)).toEqual([2, 1]);
  });

  it.each([
    ['no hexadecimal digits', 'x'],
    ['a short one', 'ab'],
    ['an id of 0', `0:${oldHex}`],
    ['an id that fits in no byte', `256:${oldHex}`],
    ['one id twice', `2:${oldHex} 2:${newHex}`],
    ['three', `3:${oldHex} 2:${oldHex} 1:${oldHex}`],
  ])('are refused with %s, in a sentence that does not repeat them', (_, text) => {
    expect(() => parseMasterKeys(text)).toThrow(KeyError);
    expect(() => parseMasterKeys(text)).not.toThrow(oldHex);
  });
});

describe('a box', () => {
  const [before, during, after] = [ringOf(oldHex), ringOf(`2:${newHex} 1:${oldHex}`), ringOf(`2:${newHex}`)];

  it('begins with the id of its key, and opens as long as that key lives', () => {
    const sealed = before.box('a').seal(context, plain);
    expect(keyIdOf(sealed)).toBe(1);
    expect(Buffer.from(during.box('a').open(context, sealed) ?? []).toString()).toBe('text');
    expect(after.box('a').open(context, sealed)).toBeUndefined();
    expect(keyIdOf(during.box('a').seal(context, plain))).toBe(2);
  });

  it('opens for its own purpose, context and key only', () => {
    const sealed = before.box('a').seal(context, plain);
    expect(before.box('b').open(context, sealed)).toBeUndefined();
    expect(before.box('a').open(Buffer.from('row 2'), sealed)).toBeUndefined();
    expect(ringOf(newHex).box('a').open(context, sealed)).toBeUndefined();
    const relabelled = Buffer.from(sealed);
    relabelled[0] = 2;
    expect(during.box('a').open(context, relabelled)).toBeUndefined();
    expect(before.box('a').open(context, Buffer.alloc(0))).toBeUndefined();
  });

  it('of two rings with the same keys in another order opens in both', () => {
    const reversed = ringOf(`1:${oldHex} 2:${newHex}`);
    expect(during.box('a').open(context, reversed.box('a').seal(context, plain))).toBeDefined();
    expect(reversed.box('a').open(context, during.box('a').seal(context, plain))).toBeDefined();
  });
});

describe('look-up hashes', () => {
  it('are one for each key, begin with its id, and are the same whichever key is current', () => {
    const during = ringOf(`2:${newHex} 1:${oldHex}`).lookups('mobile', '+886912345678');
    expect(during.map(keyIdOf)).toEqual([2, 1]);
    expect(ringOf(`1:${oldHex} 2:${newHex}`).lookups('mobile', '+886912345678')).toEqual(during.toReversed());
    expect(ringOf(oldHex).lookups('mobile', '+886912345678')).toEqual([during[1]]);
  });

  it('of another purpose or value are others', () => {
    const ring = ringOf(oldHex);
    const [hash] = ring.lookups('mobile', '1');
    expect([ring.lookups('mail', '1')[0], ring.lookups('mobile', '2')[0]]).not.toContainEqual(hash);
  });
});
