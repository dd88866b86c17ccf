import { describe, expect, test } from 'vitest';
import { pageStorage } from '@holdfast/client/storage';
import { otherSetUpOf } from '#state/device-records.ts';
import { takeJump } from './jump.rules.ts';

const flags = (set: object = {}) => otherSetUpOf(pageStorage({ otherSetUp: JSON.stringify(set) })).read();

describe('a one-shot flag', () => {
  test.each([
    ['jumpBindBankCard', 'bank-cards', false],
    ['jumpBindBankCardPassLeftMenu', 'bank-cards', true],
    ['jumpBindPlat', 'bind', false],
    ['jumpContactUs', 'support', false],
    ['jumpContactUsPassLeftMenu', 'support', true],
  ] as const)('%s leads to %s (by the menu: %s) and is reset', (flag, to, viaMenu) => {
    const taken = takeJump(flags({ [flag]: true }));
    expect(taken?.jump).toEqual({ to, viaMenu });
    expect(taken?.rest).toEqual(flags());
  });

  test('of the real name leads to its panel and is reset, after all others', () => {
    const taken = takeJump(flags({ RealName: { run: true } }));
    expect(taken).toEqual({ jump: { to: 'real-name', viaMenu: false }, rest: flags() });
    expect(takeJump(flags({ RealName: { run: true }, jumpBindPlat: true }))?.jump.to).toBe('bind');
  });

  test('comes one at a time; the next is still there', () => {
    const taken = takeJump(flags({ jumpBindBankCard: true, jumpBindPlat: true }));
    expect(taken?.rest).toEqual(flags({ jumpBindPlat: true }));
  });

  test.each(['true', '[]', '{"jumpBindBankCard":"yes"}', '{"__proto__":{"jumpBindBankCard":true}}', '{'])(
    'that reads %s is none',
    (text) => expect(takeJump(otherSetUpOf(pageStorage({ otherSetUp: text })).read())).toBeUndefined(),
  );
});
