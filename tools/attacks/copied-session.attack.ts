import type { Attack } from './attack.ts';
import { AttackersDevice, PASSWORD, TRANSACTION_SECRET, withBooks } from './device.ts';

/** Whoever has copied what a browser keeps of its session was still in after its owner had changed the password for that very reason. */
export const attack: Attack = {
  name: 'go on with a copy of a session whose owner has changed the password',
  run: (target) =>
    withBooks(target, async (books) => {
      const owner = await AttackersDevice.register(target, books);
      const copy = await owner.copy();
      const before = await copy.send('/member/balanceinfo', {});
      if (before.outcome !== 'SUCCESS') throw new Error(`the copy does not work: ${before.body}`);
      const changes = [
        ['/member/changepass/{account}', { password: PASSWORD, newPassword: 'Amber9reef' }],
        ['/member/settranspass/{account}', { oldTranspass: TRANSACTION_SECRET, newTranspass: '735190' }],
      ] as const;
      for (const [path, input] of changes) {
        const stolen = await owner.copy();
        await owner.call(path, input);
        const after = await stolen.send('/member/balanceinfo', {});
        if (after.outcome === 'SUCCESS') return `after ${path} the copy still reads the balances`;
      }
      const own = await owner.send('/member/balanceinfo', {});
      return own.outcome === 'SUCCESS' ? 'refused' : `the owner was signed out too: ${own.body}`;
    }),
};
