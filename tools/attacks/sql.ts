import { runStatement } from '@holdfast/database';

/** Runs statements as the attacker, all on one connection, and says what the first one that passed has brought. */
export async function trySql(appUrl: string, attempts: Readonly<Record<string, string>>): Promise<string> {
  for (const [what, statements] of Object.entries(attempts)) {
    const passed = await runStatement(appUrl, statements).then(
      () => true,
      () => false,
    );
    if (passed) return what;
  }
  return 'refused';
}
