import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { localSecrets, openSecrets, SecretsError } from './secrets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-secrets-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const folder = join(dataDir, 'secrets');
const first = localSecrets(dataDir);
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the secrets of a first run', () => {
  it('are in files that only their owner can read', () => {
    expect(modeOf(folder)).toBe('700');
    expect(readdirSync(folder).toSorted()).toEqual(['channel-keys.json', 'master-key', 'vapid-keys.json']);
    for (const name of readdirSync(folder)) expect(modeOf(join(folder, name))).toBe('600');
  });

  it('are the same at the next start, and a loose file mode is tightened', () => {
    chmodSync(join(folder, 'master-key'), 0o644);
    const second = localSecrets(dataDir);
    expect(second.publicKeys).toEqual(first.publicKeys);
    expect(second.vapidKeys).toEqual(first.vapidKeys);
    expect(second.ring.lookups('a', 'b')).toEqual(first.ring.lookups('a', 'b'));
    expect(second.databaseLogin).toEqual(first.databaseLogin);
    expect(modeOf(join(folder, 'master-key'))).toBe('600');
  });
});

const usable = {
  channelKeys: readFileSync(join(folder, 'channel-keys.json'), 'utf8'),
  masterKey: 'ab'.repeat(32),
  vapidKeys: readFileSync(join(folder, 'vapid-keys.json'), 'utf8'),
};
const otherPair = JSON.stringify({ ...first.vapidKeys, privateKey: webPush.generateVAPIDKeys().privateKey });

it.each([
  ['keys that are no JSON', { channelKeys: 'x' }],
  ['no key at all', { channelKeys: '[]' }],
  ['a short master key', { masterKey: 'ab' }],
  ['VAPID keys that are no JSON', { vapidKeys: 'x' }],
  ['a public VAPID key without its private one', { vapidKeys: otherPair }],
])('refuses %s with a sentence that does not repeat them', (_, wrong) => {
  const source = { ...usable, ...wrong };
  expect(() => openSecrets(source)).toThrow(SecretsError);
  expect(() => openSecrets(source)).not.toThrow(source.masterKey);
  expect(() => openSecrets(source)).not.toThrow(source.vapidKeys);
});

it('opens what is whole', () => expect(openSecrets(usable).vapidKeys).toEqual(first.vapidKeys));
