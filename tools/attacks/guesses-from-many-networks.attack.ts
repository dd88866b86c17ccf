import type { Attack, Target } from './attack.ts';
import { AttackersDevice, INSTALL_ID, PASSWORD, withBooks } from './device.ts';

const GUESSES = 40;
const AT_ONCE = 8;

/** Wrong passwords were counted by network: from many networks as many were compared as anybody liked, and the right one opened. */
export const attack: Attack = {
  name: 'guess the password of one account from many networks',
  run: (target) =>
    withBooks(target, async (books) => {
      const member = await AttackersDevice.register(target, books);
      const tell = (password: string, installId: string) =>
        tryPassword(target, member.account, { password, installId });
      for (let n = 0; n < GUESSES; n += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, (_, at) => tell(`Wrong${1000 + n + at}`, 'a'.repeat(32))),
        );
      const [wrong, right] = [await tell('Wrong9999', 'b'.repeat(32)), await tell(PASSWORD, 'b'.repeat(32))];
      if (wrong !== right) return `a wrong password is answered ${wrong}, the right one ${right}`;
      const owner = await tell(PASSWORD, INSTALL_ID);
      return owner.includes('access_token') ? 'refused' : `the owner on a known install is answered ${owner}`;
    }),
};

/** The outcome and the names of what an answer has, from a network of nobody else. */
async function tryPassword(
  target: Target,
  account: string,
  given: { password: string; installId: string },
): Promise<string> {
  const device = await AttackersDevice.connect(target);
  const { outcome, data } = await device.send('/member/login', { account, ...given });
  return `${outcome} ${Object.keys(data).join()}`;
}
