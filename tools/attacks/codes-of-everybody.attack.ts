import { randomInt } from 'node:crypto';
import type { Attack } from './attack.ts';
import { AttackersDevice, INSTALL_ID, withBooks } from './device.ts';

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
          await device.send('/utils/otp/mobile/send', { purpose: 'forgotten', account, channel: 'mobile' });
        }
      };
      const worker = async () => {
        for (let address = networks.pop(); address !== undefined; address = networks.pop())
          await floodFrom(address);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));

      const newcomer = await AttackersDevice.connect(target);
      const number = `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`;
      const registers = await newcomer.send('/utils/otp/mobile/send', {
        purpose: 'register',
        target: number,
      });
      if (registers.outcome !== 'SUCCESS') return `a newcomer's code is answered ${registers.outcome}`;
      const asked = { purpose: 'forgotten', account: member.account, channel: 'mobile' } as const;
      const recovers = await AttackersDevice.connect(target);
      await recovers.send('/utils/otp/mobile/send', asked);
      if ((await books.countSentCodes(member.account)) !== 1) return 'a member who recovers is sent no code';
      await (
        await AttackersDevice.connect(target)
      ).send('/utils/otp/mobile/send', { ...asked, installId: INSTALL_ID });
      return (await books.countSentCodes(member.account)) === 2
        ? 'refused'
        : 'a known install is sent no code';
    }),
};
