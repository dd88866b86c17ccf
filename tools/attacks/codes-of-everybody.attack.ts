import { randomInt } from 'node:crypto';
import type { Attack } from './attack.ts';
import { AttackersDevice, INSTALL_ID, withBooks } from './device.ts';

const SEND = '/utils/otp/mobile/send';
const NETWORKS = 300;
const CODES_EACH = 17;
const AT_ONCE = 12;

/** One budget for all codes was used up by codes for accounts that nobody has: for an hour nobody could register or recover. */
export const attack: Attack = {
  name: 'use up the codes of everybody from 300 IPv6 networks',
  run: (target) =>
    withBooks(target, async (books) => {
      const member = await AttackersDevice.register(target, books);
      const networks = Array.from({ length: NETWORKS }, (_, n) => `2001:db8:a7:${(n + 1).toString(16)}::1`);
      const floodFrom = async (address: string) => {
        const device = await AttackersDevice.connect(target, address);
        for (let n = 0; n < CODES_EACH; n += 1) {
          const account = `nobody${randomInt(10 ** 8)}`;
          await device.send(SEND, { purpose: 'forgotten', account, channel: 'mobile' });
        }
      };
      const worker = async () => {
        for (let address = networks.pop(); address !== undefined; address = networks.pop())
          await floodFrom(address);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));

      for (const address of [undefined, '2001:db8:a7:ffff::1']) {
        const newcomer = await AttackersDevice.connect(target, address);
        const number = `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`;
        const { outcome } = await newcomer.send(SEND, { purpose: 'register', target: number });
        if (outcome !== 'SUCCESS') return `a newcomer's code is answered ${outcome}`;
      }
      const asked = { purpose: 'forgotten', account: member.account, channel: 'mobile' } as const;
      const sent = () => books.countSentCodes(member.account);
      await (await AttackersDevice.connect(target)).send(SEND, asked);
      if ((await sent()) !== 1) return 'a member who recovers is sent no code';
      await (await AttackersDevice.connect(target)).send(SEND, { ...asked, installId: INSTALL_ID });
      if ((await sent()) !== 2) return 'a known install is sent no code';
      await member.send(SEND, { ...asked, purpose: 'release' });
      return (await sent()) === 3 ? 'refused' : 'a member in a session is sent no code';
    }),
};
