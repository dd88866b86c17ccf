import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { avatarStorageKey, avatarUrl } from './avatar.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const urlOf = (fileId: string, assets = 'https://assets.example') =>
  avatarUrl({ assets, fileId, key: 'k1', sha256 });

describe('an avatar', () => {
  it('has the address of its file, with the SHA-256 of file id and key', async () => {
    const checksum = createHash('sha256').update('f_12-ak1').digest('hex');
    expect(await urlOf('f_12-a')).toBe(`https://assets.example/res/f_12-a?checksum=${checksum}`);
    expect(await urlOf('f_12-a', 'https://assets.example/')).toBe(await urlOf('f_12-a'));
  });

  it.each(['', '../proofs/7', 'a?b', 'a/b', 'a#b', 'x'.repeat(65), 'javascript:alert(1)'])(
    'has none for a file id like %s',
    async (fileId) => expect(await urlOf(fileId)).toBeUndefined(),
  );

  it('is kept under the account and a fixed suffix', () => {
    expect(avatarStorageKey('amberlin88')).toBe('amberlin88-avatar');
  });
});
