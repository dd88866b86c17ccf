/**
 * A text encrypted under a secret, for what may lie in a storage only while nobody without that secret can read it. Web Crypto exists
 * in secure contexts alone: elsewhere nothing is sealed, and the caller keeps the text in memory.
 */
export interface TextSealer {
  seal: (text: string) => Promise<string>;
  /** Undefined when it was edited, or sealed under another secret. */
  open: (sealed: string) => Promise<string | undefined>;
}

const IV_BYTES = 12;
const utf8 = new TextEncoder();

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);

/** `purpose` separates the keys that different uses derive from one secret. */
export async function createTextSealer(secret: string, purpose: string): Promise<TextSealer> {
  const base = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8.encode(purpose) },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, utf8.encode(text));
      return toBase64(new Uint8Array([...iv, ...new Uint8Array(data)]));
    },
    async open(sealed) {
      try {
        const bytes = fromBase64(sealed);
        const iv = bytes.slice(0, IV_BYTES);
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(IV_BYTES));
        return new TextDecoder().decode(plain);
      } catch {
        return undefined;
      }
    },
  };
}
