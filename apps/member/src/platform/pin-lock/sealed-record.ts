import { hashText } from '@holdfast/client/storage';

/** A text under a key of its own. The key can be used here and read nowhere, not even by this page. */
export interface SealedRecord {
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

const CONTEXT = new TextEncoder().encode('holdfast pin lock 1');

/**
 * Each writing takes a new key. So a copy of an older record, put back to undo counted tries, no longer opens: its key is gone.
 */
export async function sealRecord(text: string): Promise<SealedRecord> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(text);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: CONTEXT }, key, plain);
  return { key, iv, data };
}

/** Undefined when it was edited, or is no such record at all. */
export async function openRecord(record: unknown): Promise<string | undefined> {
  try {
    const { key, iv, data } = record as SealedRecord;
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: CONTEXT }, key, data);
    return new TextDecoder().decode(plain);
  } catch {
    return undefined;
  }
}

/** What is kept of a PIN (spec 3). */
export const hashPin = (digits: string): Promise<string> => hashText(digits);
