import { randomBytes } from 'node:crypto';
import type { BuiltPath } from '@holdfast/contract/calls';
import type { Attack } from './attack.ts';
import { AttackersDevice, TRANSACTION_SECRET, withBooks } from './device.ts';

const ticket = () => randomBytes(32).toString('base64url');
const newPassword = 'Reef8stone';

/** Calls that anybody may make and that set or compare something slow, with a ticket that nobody has given. */
const CALLS: readonly (readonly [BuiltPath, object])[] = [
  ['/member/forget-password/set-password/{account}', { ticket: ticket(), newPassword }],
  ['/member/reset-password/forced-set/{account}', { resetToken: ticket(), newPassword }],
  ['/member/flow/force-reset-password/set-login-password', { token: ticket(), newPassword }],
  [
    '/member/flow/force-reset-password/set-transaction-password',
    { token: ticket(), newTranspass: TRANSACTION_SECRET },
  ],
];

async function readHashes(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return [...text.matchAll(/^holdfast_password_hashes_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

/** A password costs the server a twentieth of a second to hash: work that nobody may ask for without a proof. */
export const attack: Attack = {
  name: 'make the server hash passwords without a ticket',
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      const before = await readHashes(target.metricsUrl);
      if (before === 0) throw new Error('a registration was hashed, and the metrics do not show it');
      for (const [path, input] of CALLS) {
        const { outcome } = await device.send(path, input as never);
        if (outcome !== 'TICKET_INVALID') return `${path} is answered ${outcome}`;
        const hashed = (await readHashes(target.metricsUrl)) - before;
        if (hashed > 0) return `${path} hashed ${hashed} times`;
      }
      return 'refused';
    }),
};
