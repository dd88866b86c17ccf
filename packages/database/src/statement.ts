import pg from 'pg';

/** The address of another database on the same server. */
export function onDatabase(url: string, database: string): string {
  const target = new URL(url);
  target.pathname = `/${database}`;
  return target.href;
}

/** Runs one statement on a connection of its own: for what no pool can do, such as creating and dropping databases. */
export async function runStatement(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
