import type { Attack } from './attack.ts';
import { AttackersDevice, PASSWORD, withBooks } from './device.ts';

/** Unfreezing compared the password before the code: the answers told which it was, and the right one left no trace. */
export const attack: Attack = {
  name: 'learn by unfreezing whether a password is right',
  run: (target) =>
    withBooks(target, async (books) => {
      const member = await AttackersDevice.register(target, books);
      const { account } = member;
      const ticket = 'a'.repeat(43);
      const ask = async (password: string) => {
        const device = await AttackersDevice.connect(target);
        return (await device.send('/member/security/unfreeze', { account, password, ticket })).body;
      };
      const [wrong, right] = [await ask('Wrong9999'), await ask(PASSWORD)];
      return wrong === right ? 'refused' : `a wrong password is answered ${wrong}, the right one ${right}`;
    }),
};
