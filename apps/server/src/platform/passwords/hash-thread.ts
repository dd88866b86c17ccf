import { createJobThread } from '#platform/threads/job-thread.ts';

/** Parameters of argon2id; `memoryCost` in KiB. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** What the thread is started with. */
export interface HashSettings extends PasswordCost {
  readonly pepper: Uint8Array;
}

/** `stored`: the hash to compare with; without it the text is hashed, under `settings` where they are given. */
export interface HashJob {
  readonly stored?: string;
  readonly settings?: string | undefined;
  readonly text: string;
}

export interface HashThread {
  hash(text: string, settings?: string): Promise<string>;
  verify(stored: string, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Hashes in a thread of its own (`hash-worker.ts`), one after the other. */
export function createHashThread(settings: HashSettings): HashThread {
  const thread = createJobThread<HashJob, string | boolean>(
    new URL('hash-worker.ts', import.meta.url),
    settings,
  );
  return {
    hash: async (text, settingsOfHash) => String(await thread.run({ text, settings: settingsOfHash })),
    verify: async (stored, text) => (await thread.run({ stored, text })) === true,
    close: () => thread.close(),
  };
}
