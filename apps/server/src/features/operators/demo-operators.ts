import { makeRecoveryCodes } from '#platform/authenticator/authenticator.ts';
import { inTransaction, type Database } from '#platform/db/db.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { saveCredential } from './credential.store.ts';
import { hasOperators, insertOperator } from './founding.store.ts';

/** The operators of a demo, whose secrets everybody knows. A production server does not start on a demo's database. */
export interface DemoOperator {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly authenticatorSecret: string;
}

export const DEMO_OPERATORS: readonly DemoOperator[] = [
  {
    email: 'lin@operators.example',
    name: '林主任',
    password: 'kelp-and-tide-1',
    authenticatorSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
  {
    email: 'chen@operators.example',
    name: '陳副理',
    password: 'kelp-and-tide-2',
    authenticatorSecret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU',
  },
];

/** Makes two administrators, so that whatever needs two people can be tried. */
export function makeDemoOperators(owner: Database, passwords: Passwords): Promise<void> {
  return inTransaction(owner, async (tx) => {
    if (await hasOperators(tx)) return;
    for (const { email, name, password, authenticatorSecret: authenticator } of DEMO_OPERATORS) {
      const operatorId = await insertOperator(tx, { email, name, role: 'admin' });
      await saveCredential(tx, {
        operatorId,
        passwordHash: await passwords.hash(password),
        authenticator,
        step: 0,
        recoveryCodes: makeRecoveryCodes(),
      });
    }
  });
}
