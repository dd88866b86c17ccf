/** What a prompt may do. A device code instead of a finger would be a second PIN that nobody chose for this wallet. */
export interface BiometricPrompt {
  readonly allowDeviceCredential: false;
}

export const BIOMETRIC_PROMPT: BiometricPrompt = { allowDeviceCredential: false };

/** Face or finger of this device: a platform passkey in browsers (`passkey-web.ts`), the system's prompt in a native shell. */
export interface Biometrics {
  /** Asked anew on each resume, because the device may have changed its mind meanwhile. */
  isAvailable: () => Promise<boolean>;
  /** Ties this device to the lock; answers with what `verify` needs, to be kept beside the PIN. Rejects when the person breaks off. */
  enrol: (member: { account: string; nick: string }) => Promise<string>;
  /** Whether the person of `enrolment` is there. False for a broken-off or failed prompt. */
  verify: (enrolment: string, prompt: BiometricPrompt) => Promise<boolean>;
}
