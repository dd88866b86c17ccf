import { randomBytes, randomInt } from 'node:crypto';
import type { Attack } from './attack.ts';
import { AttackersDevice, TRANSACTION_SECRET, withBooks } from './device.ts';

/**
 * Password and transaction secret were phished, and the attacker signs in on a new device. Releasing asks a code then; it could be had by
 * adding a mail address of one's own, which asked for nothing that is not the attacker's.
 */
export const attack: Attack = {
  name: "get the codes of a stolen account sent to an address of one's own",
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      await device.signIn('a'.repeat(32));
      const targets = {
        mail: `${randomBytes(6).toString('hex')}@mail.example`,
        mobile: `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`,
      };
      for (const channel of ['mail', 'mobile'] as const) {
        const target = targets[channel];
        await books.ageCodes(device.account); // another code may be sent once a minute
        const begin = `/member/${channel}-change/create-verification` as const;
        const { old } = await device.call(begin, { [channel]: target } as never);
        if (!old) return `${begin} asks for no code of the member's own`;
        // What the attacker can read is the code to the attacker's own address.
        const proven = { device: device.identity, channel, target };
        const newTicket = await books.codeTicket({
          ...proven,
          purpose: `${channel}-change-new`,
          subject: target,
        });
        const forged = await books.codeTicket({
          ...proven,
          purpose: `${channel}-change-old`,
          subject: device.account,
        });
        for (const oldTicket of [undefined, newTicket, forged]) {
          const input = { newTicket, ...(oldTicket && { oldTicket }) };
          const secret = TRANSACTION_SECRET;
          const { outcome } = await device.send(`/member/${channel}-change/verify`, input, { secret });
          if (outcome !== 'TICKET_INVALID') return `the change of ${channel} is answered ${outcome}`;
        }
      }
      const { codesTo } = await device.call('/member/account/permissions', {});
      return codesTo.length === 1 ? 'refused' : `codes go to ${JSON.stringify(codesTo)}`;
    }),
};
