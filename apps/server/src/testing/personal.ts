import { randomBytes } from 'node:crypto';
import { makeServerKey } from '@holdfast/secure-channel/node';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import webPush from 'web-push';
import { keysOf, type Database } from '#platform/db/db.ts';
import { MOBILE, SEALED } from '#platform/db/personal.ts';
import { saveSought } from '#platform/db/personal-lookups.ts';
import { openSecrets, unlockSecrets, type Secrets } from '#platform/secrets/secrets.ts';

/** Personal data that a test gives a member directly, and reads: what the product seals is sealed here too. */

export interface Personal {
  readonly mobile?: string;
  readonly mail?: string;
  readonly realName?: string;
}

/** The addresses count as proven since the registration. */
export async function givePersonal(owner: Database, id: MemberId, personal: Personal): Promise<void> {
  const keys = keysOf(owner);
  const sealed = (name: keyof Personal) => {
    const text = personal[name];
    return text === undefined ? null : keys.seal(SEALED[name], id, text);
  };
  await sql`
    update member.member set mobile_sealed = coalesce(${sealed('mobile')}::bytea, mobile_sealed),
      email_sealed = coalesce(${sealed('mail')}::bytea, email_sealed),
      mobile_proven_at = case when mobile_sealed is not null or ${sealed('mobile')}::bytea is not null then registered_at end,
      email_proven_at = case when email_sealed is not null or ${sealed('mail')}::bytea is not null then registered_at end,
      real_name_sealed = coalesce(${sealed('realName')}::bytea, real_name_sealed)
    where id = ${id}`.execute(owner);
  for (const field of ['mail', 'realName'] as const) {
    const value = personal[field];
    if (value !== undefined) await saveSought(owner, id, { field, value });
  }
  if (personal.mobile === undefined) return;
  await sql`delete from member.mobile_lookup where member_id = ${id}`.execute(owner);
  await sql`insert into member.mobile_lookup (hash, member_id)
            select hash, ${id}::bigint from unnest(${keys.lookups(MOBILE, personal.mobile)}::bytea[]) hash`.execute(
    owner,
  );
}

/** The verified name of every member of a test, and so the holder of all their cards and pay accounts. */
export const REAL_NAME = '林示範';

/** As a reviewer does who has approved the application of somebody with that name. */
export async function verify(owner: Database, id: MemberId, realName = REAL_NAME): Promise<void> {
  const sealed = keysOf(owner).seal(SEALED.realName, id, realName);
  await saveSought(owner, id, { field: 'realName', value: realName });
  await sql`update member.member set real_name_status = 'Approved', real_name_sealed = ${sealed}
            where id = ${id}`.execute(owner);
}

export async function personalOf(owner: Database, id: MemberId): Promise<Required<Personal>> {
  const { rows } = await sql<Record<keyof Personal, Buffer | null>>`
    select mobile_sealed as mobile, email_sealed as mail, real_name_sealed as "realName"
    from member.member where id = ${id}`.execute(owner);
  const open = (name: keyof Personal) => keysOf(owner).open(SEALED[name], id, rows[0]?.[name] ?? null);
  return { mobile: open('mobile'), mail: open('mail'), realName: open('realName') };
}

/** The secrets of a server of its own, for tests of a part. */
export const freshSecrets = (db: Database): Promise<Secrets> =>
  unlockSecrets(
    db,
    openSecrets({
      channelKeys: JSON.stringify([makeServerKey(1)]),
      masterKey: randomBytes(32).toString('hex'),
      vapidKeys: JSON.stringify(webPush.generateVAPIDKeys()),
    }),
  );
