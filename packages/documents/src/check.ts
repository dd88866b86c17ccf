import { createPublicKey, webcrypto, X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import * as pkijs from 'pkijs';

/** Why a PDF does not hold. */
export type DocumentFault =
  /** Nobody has signed it, or not as this product does. */
  | 'unsigned'
  /** Something was written behind what is signed. */
  | 'added'
  /** A byte is not as it was signed. */
  | 'changed'
  /** It was signed, but not by this key. */
  | 'key';

const RANGE = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g;

pkijs.setEngine(
  'node',
  new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as never, subtle: webcrypto.subtle as never }),
);

/** What is signed, and the signature; a fault where the signature is not over everything but itself. */
function partsOf(pdf: Buffer): { signed: Buffer; signature: Buffer } | DocumentFault {
  const text = pdf.toString('latin1');
  const [range, ...more] = [...text.matchAll(RANGE)];
  if (!range) return 'unsigned';
  if (more.length > 0) return 'added';
  const [end, next, rest] = [Number(range[1]), Number(range[2]), Number(range[3])];
  if (next + rest < pdf.length) return 'added';
  const hex = /^<([0-9a-f]+)>$/.exec(text.slice(end, next))?.[1];
  if (hex === undefined || next + rest > pdf.length) return 'changed';
  return {
    signed: Buffer.concat([pdf.subarray(0, end), pdf.subarray(next)]),
    signature: Buffer.from(hex, 'hex'),
  };
}

/** Whether a PDF is as it was signed, by the key that has this public key; undefined where it is. */
export async function documentFault(pdf: Buffer, publicKey: string): Promise<DocumentFault | undefined> {
  const parts = partsOf(pdf);
  if (typeof parts === 'string') return parts;
  try {
    const content = pkijs.ContentInfo.fromBER(new Uint8Array(parts.signature).buffer).content;
    const cms = new pkijs.SignedData({ schema: content });
    const [certificate] = cms.certificates ?? [];
    if (!(certificate instanceof pkijs.Certificate)) return 'unsigned';
    const der = Buffer.from(certificate.toSchema().toBER(false));
    if (!new X509Certificate(der).verify(createPublicKey(publicKey))) return 'key';
    const data = new Uint8Array(parts.signed).buffer;
    const isSigned = await cms.verify({ signer: 0, data, checkChain: false });
    return isSigned ? undefined : 'changed';
  } catch {
    return 'changed';
  }
}

/** The text that is attached to a PDF of this product. Only of one that has no fault: it reads no other's PDF. */
export function attachmentOf(pdf: Buffer): string | undefined {
  const text = pdf.toString('latin1');
  const at = text.indexOf('/Type /EmbeddedFile');
  const begin = text.indexOf('stream\n', at) + 'stream\n'.length;
  const end = text.indexOf('\nendstream', begin);
  if (at < 0 || end < 0) return undefined;
  const bytes = pdf.subarray(begin, end);
  const isPacked = text.slice(at, begin).includes('/FlateDecode');
  return (isPacked ? inflateSync(bytes) : bytes).toString('utf8');
}
