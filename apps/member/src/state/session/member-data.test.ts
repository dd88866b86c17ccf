import { memberData } from '@holdfast/contract/member';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fakeWorld } from '#test/fake-world.ts';
import { pageStorage } from '@holdfast/client/storage';
import { readMemberData } from './member-data.ts';
import { createSession } from './session.ts';

const whole = {
  login: { account: 'amberlin88', access_token: 'x'.repeat(43), nick: '小林', uid: '1001' },
  vehicle: { device: '00112233445566ff' },
  memberInfo: fakeWorld().info,
  platformBinding: true,
  pinCheck: false,
};

/** The paths to every leaf and every record of a value. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

/** A copy of `value` in which what lies at `path` is replaced, or taken away by `undefined`. */
function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return by;
  const entries = Object.entries(value as object).map(([key, one]) => [
    key,
    key === head ? replaced(one, rest, by) : one,
  ]);
  const copy = Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  return Array.isArray(value) ? Object.values(copy) : copy;
}

describe('the stored member data', () => {
  test('are read as they were written', () => {
    expect(readMemberData(whole)).toEqual(whole);
    expect(readMemberData({ login: whole.login, vehicle: whole.vehicle })).toEqual({
      login: whole.login,
      vehicle: whole.vehicle,
      platformBinding: false,
      pinCheck: false,
    });
  });

  test('take member info for their own member alone: an answer may be older than the sign-in', () => {
    const session = createSession(pageStorage());
    session.signIn({ ...whole.login, account: 'hf-other' }, whole.vehicle.device);
    session.storeMemberInfo(whole.memberInfo);
    expect(session.read()?.memberInfo).toBeUndefined();
    session.signIn(whole.login, whole.vehicle.device);
    session.storeMemberInfo(whole.memberInfo);
    expect(session.read()?.memberInfo).toEqual(whole.memberInfo);
  });

  test('are judged as the contract judges them, whatever has been changed in them', () => {
    const change = fc.tuple(
      fc.constantFrom(...pathsOf(whole)),
      fc.oneof(fc.anything(), fc.constantFrom(undefined, null, '', 'Approved', 0, 1.5, true, [], {})),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 2 }), (changes) => {
        const stored: unknown = JSON.parse(
          JSON.stringify(
            changes.reduce<unknown>((value, [path, by]) => tryReplace(value, path, by), whole) ?? null,
          ),
        );
        const judged = z.safeParse(memberData, stored);
        expect(readMemberData(stored)).toEqual(judged.success ? judged.data : undefined);
      }),
      { numRuns: 1000 },
    );
  });
});

/** A second change may find its place gone; then it changes nothing. */
function tryReplace(value: unknown, path: readonly string[], by: unknown): unknown {
  try {
    return replaced(value, path, by);
  } catch {
    return value;
  }
}
