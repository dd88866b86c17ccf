import { hashFile, NO_FILE, sealAssetRequest } from '@holdfast/secure-channel/node';
import type { Attack } from './attack.ts';
import { AttackersDevice, withBooks } from './device.ts';

/** A PDF, which is stored as it is: the smallest file that the product takes without a picture library here. */
const SECRET =
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% the number of an account\ntrailer<</Root 1 0 R>>\n%%EOF\n';

interface Access {
  readonly host: string;
  readonly token: string;
  readonly key: string;
  readonly path: string;
  readonly serviceId: string;
}

const seal = (access: Access, method: 'GET' | 'POST', path = access.path) => {
  const file = method === 'GET' ? NO_FILE : hashFile(Buffer.from(SECRET));
  return sealAssetRequest(access, {
    method,
    path,
    serviceId: access.serviceId,
    now: Date.now(),
    file,
    at: 0,
  });
};

async function store(token: Access): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([SECRET]), 'proof.pdf');
  const headers = { authorization: seal(token, 'POST') };
  const answer = await (await fetch(`${token.host}${token.path}`, { method: 'POST', headers, body })).text();
  if (!answer.includes('"isStored":true')) throw new Error(`the victim's own upload was refused: ${answer}`);
}

/** Whoever sees the traffic behind TLS, or a log of addresses, must not get at a member's papers by what stands there. */
export const attack: Attack = {
  name: "read a member's private file by its address, a link that was seen, or a session that has ended",
  run: (target) =>
    withBooks(target, async (books) => {
      const { url } = target;
      const victim = await AttackersDevice.register(target, books);
      const attacker = await AttackersDevice.register(target, books);
      const upload = await victim.call('/member/upload-file-token', { purpose: 'order-proof' });
      await store(upload);
      const { fileId } = upload;
      const link = await victim.call('/member/file/link', { fileId });
      const own = await attacker.call('/member/upload-file-token', { purpose: 'order-proof' });

      const read = async (authorization: string, path = link.path, at = link.host) => {
        const headers: Record<string, string> = authorization === '' ? {} : { authorization };
        return (await (await fetch(`${at}${path}`, { headers })).text()).includes('the number of an account');
      };
      if (!(await read(seal(link, 'GET')))) throw new Error('the victim cannot read the file');
      const asked = await attacker.send('/member/file/link', { fileId });
      const tries: Readonly<Record<string, () => Promise<boolean>>> = {
        'the attacker was given a link': async () => asked.outcome === 'SUCCESS',
        'the address alone opened it': () => read(''),
        'the address of avatars opened it': () => read('', `/res/${fileId}`),
        'the token of the link opened it under a key of the attacker': () =>
          read(seal({ ...link, key: own.key }, 'GET')),
        'a token to upload opened it': () =>
          read(seal({ ...own, serviceId: link.serviceId }, 'GET', link.path)),
        "it came from the app's own origin": () => read(seal(link, 'GET'), link.path, url),
      };
      for (const [what, attempt] of Object.entries(tries)) if (await attempt()) return what;
      await victim.send('/member/sign-out/{account}', {});
      return (await read(seal(link, 'GET'))) ? 'the link outlived its session' : 'refused';
    }),
};
