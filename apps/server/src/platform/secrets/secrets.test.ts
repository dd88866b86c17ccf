import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { localSecrets, openSecrets, SecretsError } from './secrets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-secrets-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const folder = join(dataDir, 'secrets');
const first = localSecrets(dataDir);
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the secrets of a first run', () => {
  it('are in files that only their owner can read', () => {
    expect(modeOf(folder)).toBe('700');
    expect(readdirSync(folder).toSorted()).toEqual(['channel-keys.json', 'master-key']);
    for (const name of readdirSync(folder)) expect(modeOf(join(folder, name))).toBe('600');
  });

  it('are the same at the next start, and a loose file mode is tightened', () => {
    chmodSync(join(folder, 'master-key'), 0o644);
    const second = localSecrets(dataDir);
    expect(second.publicKeys).toEqual(first.publicKeys);
    expect(second.ring.lookups('a', 'b')).toEqual(first.ring.lookups('a', 'b'));
    expect(second.databaseLogin).toEqual(first.databaseLogin);
    expect(modeOf(join(folder, 'master-key'))).toBe('600');
  });
});

it.each([
  ['keys that are no JSON', { channelKeys: 'x', masterKey: 'ab'.repeat(32) }],
  ['no key at all', { channelKeys: '[]', masterKey: 'ab'.repeat(32) }],
  [
    'a short master key',
    { channelKeys: readFileSync(join(folder, 'channel-keys.json'), 'utf8'), masterKey: 'ab' },
  ],
])('refuses %s with a sentence that does not repeat them', (_, source) => {
  expect(() => openSecrets(source)).toThrow(SecretsError);
  expect(() => openSecrets(source)).not.toThrow(source.masterKey);
});
