import { describe, expect, it } from 'vitest';
import { isFileSizeWithin } from './file-size.ts';
import { FILE_PURPOSES, isFileId, UPLOAD_PURPOSES, UPLOAD_RULES, uploadBytesMax } from './uploads.ts';

describe('what may be uploaded', () => {
  it.each(UPLOAD_PURPOSES)('%s ends at exactly its size', (purpose) => {
    const max = UPLOAD_RULES[purpose].maxMegabytes;
    const within = (bytes: number) => isFileSizeWithin({ bytes, max, unit: 'MB' });
    expect([0, uploadBytesMax(purpose), uploadBytesMax(purpose) + 1].map(within)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('makes nothing public but avatars', () => {
    expect(UPLOAD_PURPOSES.filter((purpose) => UPLOAD_RULES[purpose].isPublic)).toEqual(['avatar']);
    expect(FILE_PURPOSES).not.toContain('avatar');
  });

  it('takes a PDF for orders alone', () => {
    const takers = UPLOAD_PURPOSES.filter((purpose) =>
      (UPLOAD_RULES[purpose].types as readonly string[]).includes('application/pdf'),
    );
    expect(takers).toEqual(['order-proof', 'order-message']);
  });
});

describe('a file id', () => {
  it.each([
    ['AAAAAAAAAAAAAAAAAAAAAA', true],
    ['_-9zAAAAAAAAAAAAAAAAAw', true],
    ['AAAAAAAAAAAAAAAAAAAAAB', false],
    ['AAAAAAAAAAAAAAAAAAAAA', false],
    ['../AAAAAAAAAAAAAAAAAAA', false],
    ['', false],
  ])('%s: %s', (text, is) => expect(isFileId(text)).toBe(is));
});
