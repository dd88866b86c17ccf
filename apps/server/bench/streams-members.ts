import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyring, loadKeys, parseMasterKeys } from '@holdfast/database';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { attachKeys, keysOf, openDatabase, type Database, type OpenDatabase } from '#platform/db/db.ts';
import type { BenchMember } from './trade-member.ts';

/** Members with a session who were never registered: thousands of passwords would have to be hashed. */

/** The database of a product whose secrets lie in `folder`, by its owner. */
export async function openKeyedDatabase(url: string, folder: string): Promise<OpenDatabase> {
  const database = openDatabase({ url, name: 'bench', onIdleError: () => {} });
  const master = readFileSync(join(folder, 'secrets', 'master-key'), 'utf8');
  attachKeys(database.db, await loadKeys(database.db, createKeyring(parseMasterKeys(master))));
  return database;
}

/** Stores them, each with the session that their device proves. */
export async function plantMembers(
  db: Database,
  members: readonly (readonly [MemberId, BenchMember])[],
): Promise<void> {
  const ids = members.map(([id]) => id);
  const accounts = members.map(([, { account }]) => account);
  await sql`
    insert into member.member (id, uid, account, nick, nick_key, country_code, real_name_status) overriding system value
    select id, 1000000000 + id, account, account, account, 'TW', 'none'
    from unnest(${ids}::bigint[], ${accounts}::text[]) p (id, account)`.execute(db);
  const proofs = members.map(([, { checksum }]) => keysOf(db).identify('session-proof', checksum));
  const devices = members.map(([, { device }]) => createHash('sha256').update(device).digest());
  await sql`
    insert into member.session (member_id, checksum_hash, device_hash, install_key, device_name)
    select id, proof, device, sha256(device), 'Firefox'
    from unnest(${ids}::bigint[], ${proofs}::bytea[], ${devices}::bytea[]) s (id, proof, device)`.execute(db);
}
