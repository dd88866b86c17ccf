import { describe, expect, it } from 'vitest';
import { nodePrimitives } from '../src/primitives/node.ts';
import { hashFile, NO_FILE, openAssetRequest, sealAssetRequest, type AssetRequest } from '../src/upload.ts';
import { ascii, BACKENDS, hex, run, scripted } from './support.ts';

const KEY = hex('0123456789abcdef'.repeat(8));
const TOKEN = ascii('an opaque token of the server');
const access = { token: nodePrimitives.toBase64Url(TOKEN), key: nodePrimitives.toBase64Url(KEY) };
const request: AssetRequest = {
  method: 'POST',
  path: '/upload/AAAAAAAAAAAAAAAAAAAAAA',
  serviceId: 'file',
  now: 1_767_225_600_000,
  file: { bytes: 5, sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' },
  at: 0,
};
const expected = { serviceId: 'file', now: request.now, file: request.file, at: 0 };

/** Frozen: made by one backend, checked by the other. */
const FROZEN =
  'AQAdYW4gb3BhcXVlIHRva2VuIG9mIHRoZSBzZXJ2ZXIAAQIDBAUGBwgJCgsMDQ4PlUyK3-xZaCKab3X5zIsX8Oci5kdAfJG3LrL9885VcVQOJN6LzxZ2jiNU7burZmwSzw1kGQJq5vYsJBkGFPt4Y6XjgO83RXIjPmP-72etUiwxNgmWd3liQrzTlWU578et2NXo5Xsd37PaWWIekuyor0ugiUnqNk_GMvtUcxjRI8-GtA2Clx1F3_w-jG0WA2IV';

describe.each(BACKENDS)('the Authorization of the assets host over %s', (_, p) => {
  const openToken = (token: Uint8Array) => (p.equal(token, TOKEN) ? { key: KEY, of: 'us' } : undefined);
  const openAs = (header: string, change: Partial<Pick<AssetRequest, 'method' | 'path'>> = {}) =>
    run(openAssetRequest(p, { header, method: request.method, path: request.path, ...change }, openToken));
  const sealed = (change: Partial<AssetRequest> = {}) =>
    run(sealAssetRequest(p, access, { ...request, ...change }));

  it('gives the frozen header byte for byte and opens it', async () => {
    const iv = hex('000102030405060708090a0b0c0d0e0f');
    expect(await run(sealAssetRequest(scripted(p, { random: [iv] }), access, request))).toBe(FROZEN);
    expect(await openAs(FROZEN)).toEqual({ token: { key: KEY, of: 'us' }, request: expected });
  });

  it('opens the rest of a file with its offset, and a request without a file', async () => {
    expect((await openAs(await sealed({ at: 3 })))?.request).toEqual({ ...expected, at: 3 });
    const read = await sealed({ file: NO_FILE });
    expect((await openAs(read))?.request).toEqual({ ...expected, file: NO_FILE });
  });

  it('opens for no other method or path', async () => {
    const header = await sealed();
    expect(await openAs(header, { method: 'GET' })).toBeUndefined();
    expect(await openAs(header, { path: '/upload/AAAAAAAAAAAAAAAAAAAAAQ' })).toBeUndefined();
    expect(await openAs(header, { path: '/file/AAAAAAAAAAAAAAAAAAAAAA' })).toBeUndefined();
  });

  it('refuses every change of one bit', async () => {
    const bytes = p.fromBase64Url(FROZEN) ?? new Uint8Array();
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each is microseconds
      expect(await openAs(p.toBase64Url(changed)), `bit ${bit}`).toBeUndefined();
    }
  });

  it.each([
    '',
    'A',
    'AQ',
    'AQAA',
    'AQ__',
    '!!!',
    `${FROZEN}=`,
    FROZEN.slice(0, -1),
    FROZEN.slice(0, 60),
    'A'.repeat(5000),
  ])('refuses %s', async (header) => expect(await openAs(header)).toBeUndefined());

  it('seals nothing that the grammar cannot carry', async () => {
    await expect(sealed({ serviceId: 'a&LEN=1' })).rejects.toThrow(RangeError);
    await expect(sealed({ now: 1 })).rejects.toThrow(RangeError);
    await expect(sealed({ at: -1 })).rejects.toThrow(RangeError);
  });

  it('names a file by length and hash', async () => {
    expect(await run(hashFile(p, ascii('hello')))).toEqual(request.file);
    expect(await run(hashFile(p, new Uint8Array()))).toEqual(NO_FILE);
  });
});
