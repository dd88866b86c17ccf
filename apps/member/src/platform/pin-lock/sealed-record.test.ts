import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashPin, openRecord, sealRecord } from './sealed-record.ts';

describe('what a browser keeps of the PIN', () => {
  test('is the SHA-256 of its digits', async () => {
    expect(await hashPin('2580')).toBe(createHash('sha256').update('2580').digest('hex'));
  });

  test('opens as it was sealed, with a key that nobody can read', async () => {
    const record = await sealRecord('{"hash":"…"}');
    expect(await openRecord(record)).toBe('{"hash":"…"}');
    expect(record.key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', record.key)).rejects.toThrow(/extractable/);
  });

  test('does not open when a single bit of it was changed', async () => {
    const record = await sealRecord('0123456789');
    for (let at = 0; at < record.data.byteLength; at += 1) {
      const bytes = new Uint8Array(record.data.slice(0));
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await openRecord({ ...record, data: bytes.buffer }), `byte ${at}`).toBeUndefined();
    }
    const iv = record.iv.slice();
    iv[0] = (iv[0] ?? 0) ^ 1;
    expect(await openRecord({ ...record, iv })).toBeUndefined();
  });

  test('does not open under the key of a later writing', async () => {
    const [older, newer] = [await sealRecord('tries: 0'), await sealRecord('tries: 4')];
    expect(await openRecord({ ...older, key: newer.key })).toBeUndefined();
  });

  test.each([undefined, null, 'text', {}, { key: 1, iv: 2, data: 3 }])('%j is no record', async (value) => {
    expect(await openRecord(value)).toBeUndefined();
  });
});
