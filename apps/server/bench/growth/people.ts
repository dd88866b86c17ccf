import { createHash } from 'node:crypto';
import { bankCardKey, readPayCode } from '@holdfast/contract/rules';
import { defined, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { MOBILE, SEALED } from '#platform/db/personal.ts';
import { cardIdOf, growing, MEASURED, shopId, shopsOf, type World } from './world.ts';
import type { Filling } from './fill.ts';

/** Members as registration leaves them: sealed and found by the product's own keys. Nobody signs in as one of them. */

export const PEOPLE_OF_CHUNK = 5000;
export const peopleChunks = ({ members }: World): number => Math.ceil(members / PEOPLE_OF_CHUNK);

export async function addPeople(tx: Tx, { world }: Filling, chunk: number): Promise<void> {
  const first = chunk * PEOPLE_OF_CHUNK;
  const count = Math.min(PEOPLE_OF_CHUNK, world.members - first);
  const ids = Array.from({ length: count }, (_, n) => String(shopId(first + n)));
  const keys = keysOf(tx);
  const mobileOf = (id: string) => `+8868${id.padStart(8, '0')}`;
  const mobiles = ids.map((id) => keys.seal(SEALED.mobile, id, mobileOf(id)));
  const names = ids.map((id) => keys.seal(SEALED.realName, id, '林成長'));
  const lookups = ids.flatMap((id) => keys.lookups(MOBILE, mobileOf(id)).map((hash) => ({ id, hash })));
  await sql`
    insert into member.member (id, uid, account, nick, nick_key, mobile_sealed, real_name_sealed, real_name_status, country_code, registered_at)
    overriding system value
    select id, 2000000000 + id, 'gm' || lpad(id::text, 8, '0'), 'g' || id, 'g' || id, mobile, name, 'Approved', 'TW',
      platform.app_now() - interval '1 year'
    from unnest(${ids}::bigint[], ${mobiles}::bytea[], ${names}::bytea[]) p (id, mobile, name)`.execute(tx);
  await sql`
    insert into member.mobile_lookup (hash, member_id)
    select * from unnest(${lookups.map(({ hash }) => hash)}::bytea[], ${lookups.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into member.credential (member_id, password_hash, secret_form)
    select id, 'nobody signs in', 'six-digit' from unnest(${ids}::bigint[]) id`.execute(tx);
  await sql`
    insert into member.session (member_id, checksum_hash, device_hash, install_key, device_name, created_at, active_at, ended_at, end_reason)
    select id, sha256(('session ' || id)::bytea), sha256(('device ' || id)::bytea), sha256(('install ' || id)::bytea), 'Firefox',
      at, at, at, 'idle'
    from unnest(${ids}::bigint[]) id, (select platform.app_now() - interval '10 days' as at) ago`.execute(tx);
  await addTraces(tx, ids, { signIns: 3, devices: 1 });
  await sql`
    insert into member.answer (member_id, question_id, answer_hash)
    select p.id, q.id, 'nobody answers' from unnest(${ids}::bigint[]) p (id), (select id from member.question order by id limit 3) q`.execute(
    tx,
  );
}

/** What signing in leaves behind. */
async function addTraces(
  tx: Tx,
  ids: readonly (string | number)[],
  { signIns, devices }: { signIns: number; devices: number },
): Promise<void> {
  await sql`
    insert into member.sign_in (member_id, outcome, device_name, at)
    select id, 'success', 'Firefox', platform.app_now() - n * interval '1 minute' - interval '1 day'
    from unnest(${ids}::bigint[]) id, generate_series(1, ${signIns}::int) n`.execute(tx);
  await sql`
    insert into member.device (member_id, install_key, name)
    select id, sha256(('install ' || id || ' ' || n)::bytea), 'Firefox' from unnest(${ids}::bigint[]) id, generate_series(1, ${devices}::int) n
    on conflict do nothing`.execute(tx);
}

/** More than are shown, so that both worlds show as many. */
const A_PAGE_OF_DEVICES = 60;

/** The members who are measured: sign-ins and devices, and for the heavy ones so many more in a larger world. */
export async function addTracesOfMeasured(tx: Tx, { world, ids }: Filling): Promise<void> {
  await addTraces(tx, ids.slice(0, MEASURED), { signIns: 40, devices: 3 });
  await addTraces(tx, ids.slice(MEASURED), {
    signIns: growing(world, 100),
    devices: A_PAGE_OF_DEVICES + growing(world, 5),
  });
}

const SHOPS_OF_CARDS = 2000;
export const cardChunks = (world: World): number => Math.ceil(shopsOf(world) / SHOPS_OF_CARDS);

/** Of fourteen digits, another one for each id. */
const accountNumberOf = (id: number): string => String(7 * 10 ** 13 + id);

/** The bank cards of the shops. */
export async function addCards(tx: Tx, { world }: Filling, chunk: number): Promise<void> {
  const first = chunk * SHOPS_OF_CARDS;
  const count = Math.min(SHOPS_OF_CARDS, shopsOf(world) - first);
  const keys = keysOf(tx);
  const cards = Array.from({ length: count }, (_, n) => {
    const memberId = shopId(first + n);
    const id = String(cardIdOf(memberId));
    const accountNumber = accountNumberOf(cardIdOf(memberId));
    return {
      id,
      memberId: toMemberId(BigInt(memberId)),
      account: keys.seal('bank.card.account_sealed', id, accountNumber),
      holder: keys.seal('bank.card.holder_sealed', id, '林成長'),
      lookups: keys.lookups('bank.account', bankCardKey({ bankCode: '822', accountNumber })),
    };
  });
  const column = <K extends keyof (typeof cards)[number]>(name: K) => cards.map((card) => card[name]);
  await sql`
    insert into bank.card (id, card_id, member_id, bank_code, account_sealed, holder_sealed, status) overriding system value
    select id, id, member_id, '822', account, holder, 'Approved'
    from unnest(${column('id')}::bigint[], ${column('memberId')}::bigint[], ${column('account')}::bytea[], ${column('holder')}::bytea[])
      c (id, member_id, account, holder)`.execute(tx);
  const lookups = cards.flatMap(({ id, lookups: hashes }) => hashes.map((hash) => ({ id, hash })));
  await sql`
    insert into bank.account_lookup (hash, card_id)
    select * from unnest(${lookups.map(({ hash }) => hash)}::bytea[], ${lookups.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}

/** A pay account of each shop, and of each reader, under the number of the card. */
export async function addPayAccounts(tx: Tx, { world, cards }: Filling, chunk: number): Promise<void> {
  const first = chunk * SHOPS_OF_CARDS;
  const count = Math.min(SHOPS_OF_CARDS, shopsOf(world) - first);
  const keys = keysOf(tx);
  const shops = Array.from({ length: count }, (_, n) => {
    const memberId = shopId(first + n);
    return [memberId, cardIdOf(memberId)] as const;
  });
  const accounts = [...shops, ...(chunk === 0 ? cards : [])].map(([memberId, number]) => {
    const id = String(number);
    const code = `https://service.jkopay.com/r/transfer?j=Transfer:${accountNumberOf(number)}`;
    return {
      id,
      memberId: toMemberId(BigInt(memberId)),
      code: keys.seal('pay.account.code_sealed', id, code),
      holder: keys.seal('pay.account.holder_sealed', id, '林成長'),
      lookups: keys.lookups('pay.account', defined(readPayCode(code), code).key),
    };
  });
  const column = <K extends keyof (typeof accounts)[number]>(name: K) => accounts.map((one) => one[name]);
  await sql`
    insert into pay.account (id, account_id, member_id, app, code_sealed, holder_sealed, added_by, status) overriding system value
    select id, id, member_id, 'jkopay', code, holder, 1, 'Approved'
    from unnest(${column('id')}::bigint[], ${column('memberId')}::bigint[], ${column('code')}::bytea[], ${column('holder')}::bytea[])
      c (id, member_id, code, holder)`.execute(tx);
  const lookups = accounts.flatMap(({ id, lookups: hashes }) => hashes.map((hash) => ({ id, hash })));
  await sql`
    insert into pay.account_lookup (hash, account_id)
    select * from unnest(${lookups.map(({ hash }) => hash)}::bytea[], ${lookups.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}

/** A stored file of each member, which a row of theirs names. Only its row is read: no store has the bytes. */
async function addFilesOf(tx: Tx, ids: readonly (string | number)[]): Promise<void> {
  await sql`
    insert into assets.file (id, member_id, purpose, state, key_sealed, type, bytes, width, height, claimed_by)
    select translate(rtrim(encode(decode(md5('file ' || account), 'hex'), 'base64'), '='), '+/', '-_'), id, 'identity-front', 'stored',
      'nobody opens it', 'image/jpeg', 400000, 2560, 1920, 'growth'
    from member.member where id = any(${ids}::bigint[])`.execute(tx);
}

/** The id of the file that `addFiles` has given this member. */
export const fileIdOf = (account: string): string =>
  createHash('md5').update(`file ${account}`).digest('base64url');

export async function addFiles(tx: Tx, { world, ids }: Filling, chunk: number): Promise<void> {
  const first = chunk * PEOPLE_OF_CHUNK;
  const count = Math.min(PEOPLE_OF_CHUNK, world.members - first);
  await addFilesOf(
    tx,
    Array.from({ length: count }, (_, n) => String(shopId(first + n))),
  );
  if (chunk === 0) await addFilesOf(tx, ids);
}
