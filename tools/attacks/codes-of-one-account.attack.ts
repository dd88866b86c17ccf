import type { Attack } from './attack.ts';
import { AttackersDevice, INSTALL_ID, withBooks } from './device.ts';

/** Five codes an hour for one account name, asked for by nobody in particular, kept its owner from every code. */
export const attack: Attack = {
  name: "use up the codes of one account by asking for them in its owner's name",
  run: (target) =>
    withBooks(target, async (books) => {
      const member = await AttackersDevice.register(target, books);
      const asked = { purpose: 'forgotten', account: member.account, channel: 'mobile' } as const;
      try {
        for (let minutes = 0; minutes < 12; minutes += 2) {
          await books.setClock(`${minutes} minutes`);
          await (await AttackersDevice.connect(target)).send('/utils/otp/mobile/send', asked);
        }
        await books.setClock('14 minutes');
        const before = await books.countSentCodes(member.account);
        const owner = await AttackersDevice.connect(target);
        const { outcome } = await owner.send('/utils/otp/mobile/send', { ...asked, installId: INSTALL_ID });
        if (outcome !== 'SUCCESS') return `the owner's code is answered ${outcome}`;
        const sent = (await books.countSentCodes(member.account)) - before;
        return sent === 1 ? 'refused' : 'the owner is sent no code';
      } finally {
        await books.setClock('0');
      }
    }),
};
