import { execFile } from 'node:child_process';
import type { Account } from './account.ts';

/** What a tool printed, and how it ended: -1 if it could not be run or was killed. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** The environment of every PostgreSQL process: no caller's PG* variable may change what it does, and it speaks English. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a tool to its end as the server's account, from a folder that every account can reach. */
export function run(
  file: string,
  args: readonly string[],
  account: Account | undefined,
  input?: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { ...account, cwd: '/', env: serverEnvironment(), windowsHide: true },
      (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        if (error === null) resolve({ code: 0, output });
        else
          resolve({
            code: typeof error.code === 'number' ? error.code : -1,
            output: output || error.message,
          });
      },
    );
    child.stdin?.on('error', () => {}); // a tool that ends early shows it by its code
    child.stdin?.end(input);
  });
}
