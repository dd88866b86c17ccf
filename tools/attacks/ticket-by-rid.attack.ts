import { makeRid } from '@holdfast/secure-channel/node';
import type { Attack } from './attack.ts';
import { AttackersDevice, TRANSACTION_SECRET, withBooks } from './device.ts';

/** Stored answers are given before the secret is looked at, so one that is a credential must hang on all of its request. */
export const attack: Attack = {
  name: 'get the step-up ticket of a RID without the secret that earned it',
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      const rid = makeRid();
      const verify = (secret: string) => device.send('/member/transpass/verify', { secret }, { rid });
      await verify(TRANSACTION_SECRET);
      for (const secret of ['111111', '0', 'a'.repeat(43)]) {
        const { data } = await verify(secret);
        if ('ticket' in data) return `${secret} gets the ticket`;
      }
      return 'refused';
    }),
};
