/** From 0 to 1, for back-off: it keeps a crowd of devices from coming back in one moment. */
export const spread = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255;
