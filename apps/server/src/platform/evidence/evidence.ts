import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/**
 * A file that evidences an order: what has happened, line by line, in a chain of hashes whose end is signed. It is held against the public key
 * alone, without the product (`npm run evidence:verify`), so nothing here asks a database, a clock or another module.
 */

const FORMAT = 'holdfast-evidence/1';

export type EvidenceKind = 'order' | 'remark' | 'event' | 'line' | 'posting' | 'case';

export interface EvidenceFact {
  readonly kind: EvidenceKind;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Entry extends EvidenceFact {
  readonly number: number;
  /** Over the hash before it and everything above. */
  readonly hash: string;
}

interface Header {
  readonly format: string;
  readonly serialNo: string;
  /** Whose view it is: what a side may not see of the other one is masked. */
  readonly madeFor: 'payer' | 'payee' | 'operator';
  readonly madeAt: string;
  readonly count: number;
}

export interface Evidence extends Header {
  readonly entries: readonly Entry[];
  readonly signature: string;
}

/** One spelling for one value: the names of an object in order, no white space. */
function spell(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spell).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const pairs = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([name, one]) => `${JSON.stringify(name)}:${spell(one)}`).join(',')}}`;
}

const hashOf = (before: string, value: unknown): string =>
  createHash('sha256').update(before).update('\n').update(spell(value), 'utf8').digest('hex');

/** The chain begins with the header, so an entry of one file fits into no other. */
const headHash = (header: Header): string => hashOf('', header);
const entryHash = (before: string, entry: Omit<Entry, 'hash'>): string => hashOf(before, entry);
const signed = (last: string): Buffer => Buffer.from(`${FORMAT}\n${last}\n`);

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export const signingKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });

/** The public key as a PEM text. */
export const publicKeyOf = (seed: Buffer): string =>
  createPublicKey(signingKey(seed)).export({ type: 'spki', format: 'pem' });

/** Links the facts, in the order in which they are given, and signs the end of the chain. */
export function sealEvidence(
  seed: Buffer,
  {
    facts,
    serialNo,
    madeFor,
    madeAt,
  }: Omit<Header, 'format' | 'count'> & { readonly facts: readonly EvidenceFact[] },
): Evidence {
  const header = { format: FORMAT, serialNo, madeFor, madeAt, count: facts.length };
  let last = headHash(header);
  const entries = facts.map((fact, index) => {
    const entry = { number: index + 1, ...fact };
    last = entryHash(last, entry);
    return { ...entry, hash: last };
  });
  return { ...header, entries, signature: sign(null, signed(last), signingKey(seed)).toString('base64') };
}

/** Why a file does not hold. `entry`: the first one that is wrong. */
export type EvidenceFault =
  | { readonly cause: 'no-evidence' | 'signature' }
  | { readonly cause: 'changed' | 'missing' | 'moved' | 'surplus'; readonly entry: number };

/** The order of the numbers alone: an entry that is gone or moved is told as that, and not as a changed one. */
function placeFault({ count, entries }: Evidence): EvidenceFault | undefined {
  for (const [index, { number }] of entries.entries()) {
    if (number === index + 1) continue;
    const isElsewhere = entries.some((entry) => entry.number === index + 1);
    return { cause: isElsewhere ? 'moved' : 'missing', entry: index + 1 };
  }
  if (entries.length < count) return { cause: 'missing', entry: entries.length + 1 };
  return entries.length > count ? { cause: 'surplus', entry: count + 1 } : undefined;
}

const isEvidence = (value: unknown): value is Evidence =>
  typeof value === 'object' &&
  value !== null &&
  (value as Partial<Evidence>).format === FORMAT &&
  typeof (value as Partial<Evidence>).signature === 'string' &&
  Array.isArray((value as Partial<Evidence>).entries) &&
  (value as Evidence).entries.every((entry: unknown) => typeof entry === 'object' && entry !== null);

/** The first thing that is wrong with a file; undefined where it is as it was signed. A changed head breaks the first link, so it is told as entry 1. */
export function evidenceFault(text: string, publicKey: string): EvidenceFault | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { cause: 'no-evidence' };
  }
  if (!isEvidence(value)) return { cause: 'no-evidence' };
  const misplaced = placeFault(value);
  if (misplaced) return misplaced;
  // Whatever a file or an entry has besides is part of its hash, so nothing can be put in unseen.
  const { entries, signature, ...header } = value;
  let last = headHash(header);
  for (const { hash, ...entry } of entries) {
    last = entryHash(last, entry);
    if (last !== hash) return { cause: 'changed', entry: entry.number };
  }
  const isSigned = verify(null, signed(last), createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  return isSigned ? undefined : { cause: 'signature' };
}
