import { randomBytes } from 'node:crypto';
import type { UploadPurpose } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';

/**
 * The sealed tokens of the assets host: everything that it must know of a request, carried by the client, opaque to it. Each kind has a
 * key of its own, so that a link never opens an upload.
 */

export interface UploadGrant {
  readonly fileId: string;
  readonly memberId: MemberId;
  readonly purpose: UploadPurpose;
  readonly serviceId: string;
  readonly maxBytes: number;
  readonly exp: number;
}

/** Who may read: the session that asked, for as long as it lives under the same proof. */
export type Viewer =
  | { readonly at: 'member'; readonly sessionId: string; readonly checksumHash: string }
  | { readonly at: 'console'; readonly sessionId: string; readonly role: string };

export interface LinkGrant {
  readonly fileId: string;
  readonly serviceId: string;
  readonly viewer: Viewer;
  readonly exp: number;
}

interface Grants {
  readonly upload: UploadGrant;
  readonly link: LinkGrant;
}

/** The one address that a token opens. */
export const uploadPath = (fileId: string): string => `/upload/${fileId}`;
export const linkPath = (fileId: string): string => `/file/${fileId}`;

const contextOf = (kind: keyof Grants): Buffer => Buffer.from(`asset token ${kind}`);

export interface IssuedToken {
  readonly token: string;
  readonly key: string;
}

export function sealToken<K extends keyof Grants>(db: Database | Tx, kind: K, grant: Grants[K]): IssuedToken {
  const key = randomBytes(64).toString('base64url');
  const sealed = keysOf(db)
    .ring.box(`asset-${kind}`)
    .seal(contextOf(kind), Buffer.from(JSON.stringify({ ...grant, key })));
  return { token: Buffer.from(sealed).toString('base64url'), key };
}

/** Undefined for what we have not sealed. Whether it has expired is the caller's to say, by the database's time. */
export function openToken<K extends keyof Grants>(
  db: Database,
  kind: K,
  token: Uint8Array,
): (Grants[K] & { readonly key: Buffer<ArrayBuffer> }) | undefined {
  const plain = keysOf(db).ring.box(`asset-${kind}`).open(contextOf(kind), token);
  if (!plain) return undefined;
  const grant = JSON.parse(Buffer.from(plain).toString('utf8')) as Grants[K] & { key: string };
  return { ...grant, key: Buffer.from(grant.key, 'base64url') };
}
