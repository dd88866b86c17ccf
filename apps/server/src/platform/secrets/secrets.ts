import { createECDH, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  attachKeys,
  createKeyring,
  deriveAppLogin,
  KeyError,
  loadKeys,
  parseMasterKeys,
  type AppLogin,
  type Database,
  type Keyring,
  type Keys,
  type MasterKey,
} from '@holdfast/database';
import { loadServerKey, makeServerKey, type Box } from '@holdfast/secure-channel/node';
import webPush from 'web-push';
import * as z from 'zod/mini';

/**
 * The server's secrets. In demo and test the first run creates them (files of mode 0600 in a folder of mode 0700). In production they
 * come from the environment or from files named there; the server never creates them.
 */

const serverKeyRecord = z.object({
  kid: z.int().check(z.minimum(1), z.maximum(255)),
  privateKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  publicKey: z.string().check(z.regex(/^0[23][0-9a-f]{64}$/)),
});
const channelKeysFile = z.array(serverKeyRecord).check(z.minLength(1), z.maxLength(2));
/** A point of P-256 and its private key: by these push services know whose messages they carry. */
const vapidKeysFile = z.object({
  publicKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/)),
  privateKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});
export type VapidKeys = z.infer<typeof vapidKeysFile>;

/** What the secrets give before the database is open. */
export interface RootSecrets {
  /** The current key, then the next one if there is one. */
  readonly serverKeys: readonly ReturnType<typeof loadServerKey>[];
  /** `{kid, S}` of each: what /proxykeys answers and what an app build pins. */
  readonly publicKeys: readonly { readonly kid: number; readonly S: string }[];
  readonly vapidKeys: VapidKeys;
  readonly ring: Keyring;
  readonly databaseLogin: AppLogin;
}

/** The keys of the server's parts: boxes derived from the master keys, and the kept keys of the database. */
export interface Secrets extends RootSecrets {
  readonly keys: Keys;
  readonly ticketKeyBox: Box;
  readonly answerBox: Box;
  readonly messageBox: Box;
  readonly bodyHashKey: Buffer;
  readonly codeHashKey: Buffer;
  /** Mixed into every password hash, so that a copy of the database alone cannot be guessed against. */
  readonly passwordPepper: Buffer;
}
export type { Box };

/** What the boxes are derived for. A change of keys seals anew what lies in them: see rotate-keys.store.ts. */
export const BOX_PURPOSES = { ticketKeys: 'ticket-keys', answers: 'answers', messages: 'messages' } as const;

/** Unusable secrets, with a sentence for the person who starts the server and nothing of their content. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

interface Source {
  readonly channelKeys: string;
  readonly vapidKeys: string;
  readonly masterKey: string;
}

function readOrMake(path: string, make: () => string): string {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Atomic create: the link fails if the file exists, so of two first starts one creates it and the other reads it.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600, flag: 'w' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** Reads the secrets of `<dataDir>/secrets` and creates missing ones. */
export function localSecrets(dataDir: string): RootSecrets {
  const folder = join(dataDir, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return openSecrets({
    channelKeys: readOrMake(
      join(folder, 'channel-keys.json'),
      () => `${JSON.stringify([makeServerKey(1)], null, 2)}\n`,
    ),
    vapidKeys: readOrMake(
      join(folder, 'vapid-keys.json'),
      () => `${JSON.stringify(webPush.generateVAPIDKeys(), null, 2)}\n`,
    ),
    masterKey: readOrMake(join(folder, 'master-key'), () => `${randomBytes(32).toString('hex')}\n`),
  });
}

function parseChannelKeys(text: string): z.infer<typeof channelKeysFile> {
  try {
    return channelKeysFile.parse(JSON.parse(text));
  } catch {
    throw new SecretsError(
      'The channel keys are not a JSON list of one or two {kid, privateKey, publicKey}.',
    );
  }
}

function parseVapidKeys(text: string): VapidKeys {
  try {
    const keys = vapidKeysFile.parse(JSON.parse(text));
    if (isKeyPair(keys)) return keys;
  } catch {
    // Said below, without a word of what stands there.
  }
  throw new SecretsError(
    'The VAPID keys are not a JSON object of a publicKey and its privateKey, in base64url.',
  );
}

function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey, 'base64url');
  return ecdh.getPublicKey('base64url') === publicKey;
}

/** Opens secrets given as texts: the channel and VAPID keys as JSON, the master keys as `parseMasterKeys` reads them. */
export function openSecrets(source: Source): RootSecrets {
  const records = parseChannelKeys(source.channelKeys);
  const masterKeys = readMasterKeys(source.masterKey);
  const [current] = masterKeys;
  return {
    serverKeys: records.map((record) => loadServerKey(record)),
    publicKeys: records.map(({ kid, publicKey }) => ({ kid, S: publicKey })),
    vapidKeys: parseVapidKeys(source.vapidKeys),
    ring: createKeyring(masterKeys),
    databaseLogin: deriveAppLogin(current.id, current.bytes),
  };
}

function readMasterKeys(text: string): [MasterKey, ...MasterKey[]] {
  try {
    return parseMasterKeys(text) as [MasterKey, ...MasterKey[]];
  } catch (error) {
    throw error instanceof KeyError ? new SecretsError(error.message) : error;
  }
}

/** Loads the kept keys, and gives the pool what its stores seal with. */
export async function unlockSecrets(db: Database, root: RootSecrets): Promise<Secrets> {
  const keys = await loadKeys(db, root.ring);
  attachKeys(db, keys);
  return {
    ...root,
    keys,
    ticketKeyBox: root.ring.box(BOX_PURPOSES.ticketKeys),
    answerBox: root.ring.box(BOX_PURPOSES.answers),
    messageBox: root.ring.box(BOX_PURPOSES.messages),
    bodyHashKey: keys.kept['body-hash'],
    codeHashKey: keys.kept['one-time-code-hash'],
    passwordPepper: keys.kept['password-pepper'],
  };
}
