import { attachKeys, loadKeys, openDatabase } from '@holdfast/database';
import { listWithoutKey } from '#platform/secrets/keys-of-processes.ts';
import { rotateKeys } from '#platform/secrets/rotate-keys.store.ts';
import type { RootSecrets } from '#platform/secrets/secrets.ts';

const STATEMENT_MS = 60_000;

/**
 * `--rotate-keys`: seals everything anew under the first master key, beside a running product, and says what is left under another one.
 * As the owner, because the product itself may not change an inbox. Returns the exit code: 0 when nothing depends on another key. While a process
 * runs that lacks the key nothing is sealed under it.
 */
export async function rotateFromCommand(
  ownerUrl: string,
  { ring }: Pick<RootSecrets, 'ring'>,
  print: (line: string) => void,
): Promise<number> {
  const owner = openDatabase({
    url: ownerUrl,
    name: 'keys',
    max: 2,
    timeouts: { statement: STATEMENT_MS },
    onIdleError: () => {},
  });
  try {
    const lacking = await listWithoutKey(owner.db, ring.currentId);
    for (const name of lacking) print(`Connected without key ${ring.currentId}: ${name}`);
    if (lacking.length > 0) {
      print('Start each of these anew with both keys, and run this again: nothing was sealed anew.');
      return 1;
    }
    const keys = await loadKeys(owner.db, ring);
    attachKeys(owner.db, keys);
    const done = new Map<string, number>();
    const left = await rotateKeys({
      db: owner.db,
      keys,
      onBatch: (what, rows) => done.set(what, (done.get(what) ?? 0) + rows),
    });
    for (const [what, rows] of done) print(`key ${ring.currentId}: ${rows} of ${what}`);
    for (const { what, count } of left) print(`LEFT under another key: ${count} of ${what}`);
    print(
      left.length === 0
        ? `Nothing depends on another key than ${ring.currentId}.`
        : 'Run it again once every process has the new key first.',
    );
    return left.length === 0 ? 0 : 1;
  } finally {
    await owner.close();
  }
}
