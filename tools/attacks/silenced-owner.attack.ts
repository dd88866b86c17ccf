import { createECDH, randomBytes } from 'node:crypto';
import { runStatement } from '@holdfast/database';
import type { Attack } from './attack.ts';
import { AttackersDevice, withBooks } from './device.ts';

const INSTALLS = 12;
const address = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
  // A point of the curve: an address to which nothing can be encrypted is dropped.
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: 'A'.repeat(22),
  language: 'zh-TW' as const,
  isPrivate: '0' as const,
});

/**
 * A device of the owner that has been used for days is told where somebody has signed in. Whoever has the password tries all that would keep it from
 * telling: to mute it, to take its place, to turn it off, and to remove it before the message has left.
 */
export const attack: Attack = {
  name: "silence the owner's device before it tells of a stolen sign-in",
  run: (target) =>
    withBooks(target, async (books) => {
      const owner = await AttackersDevice.register(target, books);
      await owner.call('/member/device/push-set', address());
      const one = `from member.member m where m.id = t.member_id and m.account = '${owner.account}'`;
      await runStatement(
        target.databaseUrl,
        `update push.token t set registered_at = t.registered_at - interval '3 days' ${one}`,
      );
      /** Throws where no address of before today is left for the owner; `which` says what it must still be told. */
      const mustHear = (which: string) =>
        runStatement(
          target.databaseUrl,
          `do $$ begin if not exists (select from push.token t join member.member m on m.id = t.member_id
             where m.account = '${owner.account}' and t.registered_at < now() - interval '1 day' and ${which}) then
             raise exception 'the owner hears nothing'; end if; end $$`,
        ).then(
          () => true,
          () => false,
        );

      const thief = await owner.copy();
      for (let n = 0; n < INSTALLS; n += 1) {
        await thief.signIn(randomBytes(16).toString('hex'));
        await thief.send('/member/device/push-set', address());
      }
      const muted = await thief.send('/member/notification/preferences/set', {
        muted: ['account'] as never,
      });
      if (muted.outcome === 'SUCCESS') return 'notices about the account are muted';
      await thief.send('/member/device/push-remove', {});
      if (!(await mustHear('t.ends_at is null')))
        return 'ten sign-ins, or turning notifications off, took its address away';

      const { devices } = await thief.call('/member/security/devices', {});
      for (const { id, isCurrent } of devices)
        if (!isCurrent) await thief.send('/member/security/device-revoke', { id });
      return (await mustHear('t.ends_at is not null'))
        ? 'refused'
        : 'a removed device is not told of the sign-in that led to it';
    }),
};
