/** The keys of this device for signing in without a password. Options and answers are JSON text, which only the server and the device read. */
export interface PasskeyDevice {
  readonly isAvailable: () => boolean;
  /** Makes a key; undefined where the device's question was broken off or came to nothing. */
  readonly make: (options: string) => Promise<string | undefined>;
  /** Signs with a key that the member chooses; undefined where the question was broken off. */
  readonly sign: (options: string) => Promise<string | undefined>;
}
