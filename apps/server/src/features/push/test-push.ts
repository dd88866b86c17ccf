import { randomBytes } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { requestTest } from './token.store.ts';

/** Asks for a test message to the caller's own install. What comes of it is read with `/member/device/push`. */
export const testPush: Handler<'/member/device/push-test'> = async ({ tx, session }) => {
  const test = randomBytes(16).toString('hex');
  if (!(await requestTest(tx, session, test))) throw fail('PUSH_NOT_REGISTERED');
  return { test };
};
