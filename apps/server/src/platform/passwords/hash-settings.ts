import { BugError } from '@holdfast/kernel';

/** A hash in PHC form, `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, is its settings and the hash itself. */

const SETTINGS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$$/;

export const settingsOf = (hash: string): string => hash.slice(0, hash.lastIndexOf('$') + 1);

/** What the library takes; nothing without settings: then it uses those of today, and a salt of its own. */
export function readSettings(settings: string | undefined) {
  if (settings === undefined) return {};
  const [, memoryCost, timeCost, parallelism, salt] = SETTINGS.exec(settings) ?? [];
  if (salt === undefined) throw new BugError('the settings of a hash are not argon2id');
  return {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  };
}
