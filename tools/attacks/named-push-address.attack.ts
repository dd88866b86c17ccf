import type { Attack } from './attack.ts';
import { AttackersDevice, withBooks } from './device.ts';

/** Addresses that would make the server call itself, its own network, or whatever answers to a name that looks like a push service. */
const ADDRESSES = [
  'http://127.0.0.1:5432/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://localhost/',
  'http://fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com:8443/fcm/send/a',
  'https://fcm.googleapis.com@127.0.0.1/',
  'https://user:secret@fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com.evil.example/',
  'https://evil.example/fcm.googleapis.com',
  'https://evil.example#fcm.googleapis.com',
  'https://updates.push.services.mozilla.com.evil.example/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
];

/** The server posts to whatever address a browser names for its push messages. */
export const attack: Attack = {
  name: "make the server call an address of its own network as a browser's push service",
  run: (target) =>
    withBooks(target, async (books) => {
      const thief = await AttackersDevice.register(target, books);
      // Twenty in a minute, and these are fewer.
      for (const endpoint of ADDRESSES) {
        const { outcome } = await thief.send('/member/device/push-set', {
          endpoint,
          p256dh: `B${'A'.repeat(86)}`,
          auth: 'A'.repeat(22),
          language: 'zh-TW',
          isPrivate: '0',
        });
        if (outcome === 'SUCCESS') return `it posts to ${endpoint}`;
      }
      const { device } = await thief.call('/member/device/push', {});
      return device === null ? 'refused' : 'an address was kept';
    }),
};
