import { hashFile, sealAssetRequest } from '@holdfast/secure-channel/node';
import type { Attack } from './attack.ts';
import { AttackersDevice, REAL_NAME, TRANSACTION_SECRET, withBooks } from './device.ts';

/** A picture of the QR code of `CODE`. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAKQAAACkAQMAAAAjexcCAAAABlBMVEX///8AAABVwtN+AAAACXBIWXMAAAsSAAALEgHS3X78AAABNUlEQVRIx+2W0Y3DMAxDtQH331Ib8EQ6da/fYv9qJCryXEAIRcmp+q0vL5INslBoP4ToxKZ+FdtXhrJbD92Ymx2lVCQqTEu6NLJ0rnnmxOoPzXZUBbzro8Y7enZkERf1w4Eb6koCjaMQU1QcHMxRSHlT1K0yd5f1idFJBjtkGpEvl+wpAIly4n2zPeUToD+MQh2iUlstSKVTJ8boSPN4T0XtFLXu7XJ6N0VbyoDO2jfbmsob0OCgzZKjssa8hCYo392ypjKGzw/WacQQPVMeyqoW7xhVJelppAMKMWpvQGnwf/ZtqdtE/QJ196QN0aN8e2p40IWoD6Sxnnbe03NPzwH69Evdau6phBlRzvF03RehJf9JdNyvtgh1g0P+7hyVsTWMcQ6UClF/rVADuTyfU/S3vrj+AGlLy20TxWeJAAAAAElFTkSuQmCC',
  'base64',
);
const CODE = 'https://service.jkopay.com/r/transfer?j=Transfer:900000001';
const BIND = '/member/third-party-payment/upload-resource-id-binding';
const secret = TRANSACTION_SECRET;

/** What the form of a device sends that has read `codeContent` in the picture. */
async function bind(member: AttackersDevice, codeContent: string) {
  const token = await member.call('/member/upload-file-token', { purpose: 'pay-account-qr' });
  const { host, path, serviceId, fileId } = token;
  const request = {
    method: 'POST',
    path,
    serviceId,
    now: Date.now(),
    file: hashFile(PICTURE),
    at: 0,
  } as const;
  const body = new FormData();
  body.append('file', new Blob([PICTURE]), 'code.png');
  const headers = { authorization: sealAssetRequest(token, request) };
  const answer = await (await fetch(`${host}${path}`, { method: 'POST', headers, body })).text();
  if (!answer.includes('"isStored":true')) throw new Error(`the picture was refused: ${answer}`);
  const input = { app: 'jkopay', fileId, codeContent, holderName: REAL_NAME } as const;
  return (await member.send(BIND, input, { secret })).outcome;
}

/**
 * A device that is told to show its member one account and to send the picture of another one must come to nothing; nor may anybody keep the owner of
 * a code from adding it, by adding it first.
 */
export const attack: Attack = {
  name: 'have a member agree to one pay account and be paid on another, or keep its owner from adding it',
  run: (target) =>
    withBooks(target, async (books) => {
      const [squatter, owner] = await Promise.all([
        AttackersDevice.register(target, books),
        AttackersDevice.register(target, books),
      ]);
      const shown = CODE.replace('900000001', '900000002');
      const swapped = await bind(owner, shown);
      if (swapped !== 'PAY_ACCOUNT_CODE_DIFFERS') return `a swapped code is answered ${swapped}`;
      const squatted = await bind(squatter, CODE);
      if (squatted !== 'SUCCESS') throw new Error(`the squatter is answered ${squatted}`);
      const outcome = await bind(owner, CODE);
      return outcome === 'SUCCESS' ? 'refused' : `its owner is answered ${outcome}`;
    }),
};
