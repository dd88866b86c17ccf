import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveAppLogin, type AppLogin } from '@holdfast/database';
import { createBox, loadServerKey, makeServerKey } from '@holdfast/secure-channel/node';
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

/** The keys of the server's parts, each derived from the master key. */
export interface Secrets {
  /** The current key, then the next one if there is one. */
  readonly serverKeys: readonly ReturnType<typeof loadServerKey>[];
  /** `{kid, S}` of each: what /proxykeys answers and what an app build pins. */
  readonly publicKeys: readonly { readonly kid: number; readonly S: string }[];
  readonly ticketKeyBox: Box;
  readonly answerBox: Box;
  readonly bankAccountBox: Box;
  readonly messageBox: Box;
  readonly bodyHashKey: Buffer;
  readonly codeHashKey: Buffer;
  readonly bankAccountHashKey: Buffer;
  /** Mixed into every password hash, so that a copy of the database alone cannot be guessed against. */
  readonly passwordPepper: Buffer;
  readonly databaseLogin: AppLogin;
}
export type Box = ReturnType<typeof createBox>;

/** Unusable secrets, with a sentence for the person who starts the server and nothing of their content. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

interface Source {
  readonly channelKeys: string;
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
export function localSecrets(dataDir: string): Secrets {
  const folder = join(dataDir, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return openSecrets({
    channelKeys: readOrMake(
      join(folder, 'channel-keys.json'),
      () => `${JSON.stringify([makeServerKey(1)], null, 2)}\n`,
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

/** Opens secrets given as texts: the channel keys as JSON, the master key as 64 hex digits. */
export function openSecrets(source: Source): Secrets {
  const records = parseChannelKeys(source.channelKeys);
  if (!/^[0-9a-f]{64}$/.test(source.masterKey.trim()))
    throw new SecretsError('The master key is not 64 hexadecimal digits.');
  const master = Buffer.from(source.masterKey.trim(), 'hex');
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', master, Buffer.alloc(32), `holdfast/${label}/1`, bytes));
  return {
    serverKeys: records.map((record) => loadServerKey(record)),
    publicKeys: records.map(({ kid, publicKey }) => ({ kid, S: publicKey })),
    ticketKeyBox: createBox(derive('ticket-keys', 64)),
    answerBox: createBox(derive('answers', 64)),
    bankAccountBox: createBox(derive('bank-accounts', 64)),
    messageBox: createBox(derive('messages', 64)),
    bodyHashKey: derive('body-hash', 32),
    codeHashKey: derive('one-time-code-hash', 32),
    bankAccountHashKey: derive('bank-account-hash', 32),
    passwordPepper: derive('password-pepper', 32),
    databaseLogin: deriveAppLogin(1, master),
  };
}
