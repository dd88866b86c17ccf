/** secp256k1 as SEC 2 names it: what both backends must agree on before any library sees the bytes. */

/** The order of the group, big-endian. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export const POINT_LENGTH = 33;
export const SCALAR_LENGTH = 32;

/** A private key: 32 bytes with 0 < k < n. Only ever asked of our own random bytes, so its timing tells nobody anything. */
export function isScalar(bytes: Uint8Array): boolean {
  if (bytes.length !== SCALAR_LENGTH) return false;
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value > 0n && value < ORDER;
}

/** The compressed form alone; whether x lies on the curve is for the backend, which solves the equation. */
export function isCompressedPoint(bytes: Uint8Array): boolean {
  return bytes.length === POINT_LENGTH && (bytes[0] === 2 || bytes[0] === 3);
}

/** Redraws until the bytes are a scalar; in 2^128 draws this loops about once. */
export function drawScalar<B extends Uint8Array>(randomBytes: (length: number) => B): B {
  let scalar = randomBytes(SCALAR_LENGTH);
  while (!isScalar(scalar)) scalar = randomBytes(SCALAR_LENGTH);
  return scalar;
}
