/** What the preferences hold: nothing, a text, or something that does not open (edited, copied from elsewhere, its key gone). */
export type KeptText =
  | { readonly is: 'none' }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'unreadable' };

/**
 * One secret text of this device. In a browser it lies encrypted under a key that cannot be read out (`preferences-web.ts`); a native
 * shell keeps it in the Keychain or Keystore behind the same four functions.
 */
export interface SecurePreferences {
  /** False where nothing can be kept safely: then no PIN is offered. */
  readonly isSupported: boolean;
  /** Never throws: what cannot be read is unreadable. */
  read: () => Promise<KeptText>;
  write: (text: string) => Promise<void>;
  clear: () => Promise<void>;
  /** Runs `act` while no other tab runs one, so that two tabs cannot count the same try twice as one. */
  exclusively: <T>(act: () => Promise<T>) => Promise<T>;
}
