import { minor, toOrderId, type MemberId } from '@holdfast/kernel';
import { randomBytes } from 'node:crypto';
import { approve, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  feeAccount,
  issue,
  memberAccount,
  partnerClearing,
  platformAccount,
  post,
  postMany,
  type Account,
  type Entry,
} from './index.ts';

/** What only two operators may post. */
const { db, owner } = await testDatabase();
const coin = 'TWD';
const member = memberAccount('1' as MemberId, 'available', coin);

let last = 0;
const fresh = () => `test:${(last += 1)}`;
const issued = (quantity = 100n) =>
  issue({
    request: fresh().replace(':', '-'),
    member: '1' as MemberId,
    coin,
    quantity: minor(coin, quantity),
  });
const moved = (from: Account, to: Account, amount = 5n): Entry => ({
  reference: fresh(),
  kind: 'test.move',
  coin,
  lines: [
    { account: from, amount: -amount },
    { account: to, amount },
  ],
});

/** An operator with a live session; answers what the session's proof is shown as. */
async function operator(role = 'treasury', change = ''): Promise<Buffer> {
  const proof = randomBytes(32);
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into operator.operator (email, name, role) values (${`${fresh()}@operator.example`}, 'Somebody', ${role}) returning id
    )
    insert into operator.session (operator_id, checksum_hash, device_hash)
    select id, sha256(${proof}), sha256('d') from made returning id::text`.execute(owner);
  const [{ id }] = rows as [{ id: string }];
  if (change !== '') await sql.raw(`update operator.${change.replace('$', id)}`).execute(owner);
  return proof;
}
const ask = (session: Buffer, { reference, kind, lines }: Entry) =>
  sql`select operator.request_posting(${session}, ${reference}, ${kind}, ${coin}, ${lines.map(({ account }) => account.key)}::text[],
        ${lines.map(({ amount }) => amount)}::bigint[], 'a reason')`.execute(db);
const decide = (session: Buffer, { reference }: Entry, approves = true) =>
  sql`select operator.decide_posting(${session}, ${reference}, ${approves})`.execute(db);

beforeAll(async () => {
  const money = issued(1000n);
  await approve(owner, [money]);
  await post(db, money);
});

describe('coin comes into the world', () => {
  it.each<[string, Account]>([
    ['issuance', platformAccount('issuance', coin)],
    ['suspense', platformAccount('suspense', coin)],
    ['the bank', platformAccount('bank_clearing', coin)],
    ['collected fees', feeAccount(toOrderId('1'), coin)],
    ['a partner', partnerClearing('north', coin)],
  ])('never out of %s without an approved request', async (_, source) => {
    expect(await post(db, moved(source, member))).toMatchObject({ ok: false, refuse: 'NOT_APPROVED' });
    const asked = moved(source, member);
    await approve(owner, [asked]);
    expect(await post(db, asked)).toMatchObject({ ok: true, replayed: false });
  });

  it('nor does it vanish into issuance or suspense without one', async () => {
    for (const kind of ['issuance', 'suspense'] as const)
      expect(await post(db, moved(member, platformAccount(kind, coin)))).toMatchObject({
        refuse: 'NOT_APPROVED',
      });
  });

  it('while a fee, a deposit to a partner and a withdrawal need none', async () => {
    for (const account of [
      feeAccount(toOrderId('1'), coin),
      partnerClearing('north', coin),
      platformAccount('bank_clearing', coin),
    ])
      expect(await post(db, moved(member, account))).toMatchObject({ ok: true });
  });

  it('and a request that nothing needs is not used up beside one that is needed', async () => {
    const [fee, money] = [moved(member, feeAccount(toOrderId('1'), coin)), issued()];
    await approve(owner, [fee, money]);
    expect(await post(db, fee)).toMatchObject({ ok: true });
    expect(await postMany(db, [fee, money])).toMatchObject({
      entries: [{ replayed: true }, { replayed: false }],
    });
    const { rows } = await sql`select reference from ledger.request
      where reference in (${fee.reference}, ${money.reference}) and entry_id is not null`.execute(owner);
    expect(rows).toEqual([{ reference: money.reference }]);
  });

  it.each<[string, (entry: Entry) => Entry]>([
    ['another amount', (entry) => ({ ...entry, lines: issued(101n).lines })],
    [
      'another receiver',
      (entry) => ({
        ...entry,
        lines: [
          ...entry.lines.slice(0, 1),
          { account: memberAccount('2' as MemberId, 'available', coin), amount: 100n },
        ],
      }),
    ],
    ['another kind', (entry) => ({ ...entry, kind: 'issue.other' })],
    ['another reference', (entry) => ({ ...entry, reference: fresh() })],
  ])('not as %s than was approved', async (_, change) => {
    const entry = issued();
    await approve(owner, [entry]);
    expect(await post(db, change(entry))).toMatchObject({ refuse: 'NOT_APPROVED' });
    expect(await post(db, entry)).toMatchObject({ ok: true });
  });

  it('once for one request, however many ask at the same moment', async () => {
    const entry = issued();
    await approve(owner, [entry]);
    const results = await Promise.all(Array.from({ length: 8 }, () => postMany(db, [entry])));
    expect(
      results.filter((result) => result.ok && result.entries.some(({ replayed }) => !replayed)),
    ).toHaveLength(1);
    const { rows } = await sql`select from ledger.entry where reference = ${entry.reference}`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it('and a request is free again when its transaction is rolled back', async () => {
    const entry = issued();
    await approve(owner, [entry]);
    const tx = await db.startTransaction().execute();
    expect(await post(tx, entry)).toMatchObject({ ok: true });
    await tx.rollback().execute();
    expect(await post(db, entry)).toMatchObject({ ok: true, replayed: false });
  });
});

describe('an approval', () => {
  it('is made by two operators of the treasury, and then the entry is posted', async () => {
    const [one, other] = [await operator(), await operator()];
    const entry = issued();
    await ask(one, entry);
    expect(await post(db, entry)).toMatchObject({ refuse: 'NOT_APPROVED' });
    await decide(other, entry);
    expect(await post(db, entry)).toMatchObject({ ok: true });
  });

  it('is not made by who has asked, nor twice, nor after a refusal', async () => {
    const [one, other] = [await operator(), await operator()];
    const entry = issued();
    await ask(one, entry);
    await expect(decide(one, entry)).rejects.toMatchObject({ code: 'HF008' });
    await decide(other, entry, false);
    await expect(decide(other, entry)).rejects.toMatchObject({ code: 'HF008' });
    expect(await post(db, entry)).toMatchObject({ refuse: 'NOT_APPROVED' });
  });

  it('is not made by whoever reads that two of the treasury are signed in', async () => {
    const [one, other] = [await operator(), await operator()];
    const { rows } = await sql<{ id: string; hash: Buffer }>`
      select id::text, checksum_hash as hash from operator.session where checksum_hash in (sha256(${one}), sha256(${other}))`.execute(
      db,
    );
    const entry = issued();
    for (const { hash } of rows) await expect(ask(hash, entry)).rejects.toMatchObject({ code: 'HF008' });
    await ask(one, entry);
    for (const { hash } of rows) await expect(decide(hash, entry)).rejects.toMatchObject({ code: 'HF008' });
    expect(rows).toHaveLength(2);
    expect(await post(db, entry)).toMatchObject({ refuse: 'NOT_APPROVED' });
  });

  it.each([
    ['of another role', 'support', ''],
    [
      'who was disabled',
      'treasury',
      'operator set disabled = true where id = (select operator_id from operator.session where id = $)',
    ],
    ['whose session has ended', 'treasury', 'session set ended_at = now() where id = $'],
    [
      'who was idle too long',
      'treasury',
      `session set active_at = now() - interval '16 minutes' where id = $`,
    ],
  ])('is not made by an operator %s', async (_, role, change) => {
    const [one, other] = [await operator(), await operator(role, change)];
    const entry = issued();
    await expect(ask(other, entry)).rejects.toMatchObject({ code: 'HF008' });
    await ask(one, entry);
    await expect(decide(other, entry)).rejects.toMatchObject({ code: 'HF008' });
  });

  it.each([
    `insert into ledger.request (reference, kind, coin, account_keys, amounts, reason, requested_by) values ('x', 'x', 'TWD', '{a,b}', '{1,-1}', 'x', 1)`,
    `update ledger.request set decision = 'approved', decided_by = 2, decided_at = now()`,
    `delete from ledger.request`,
    `select ledger.use_request('x', 'x', 'TWD', 1, '{}', '{}')`,
    `select operator.operator_of('\\x00', 'treasury')`,
    `insert into operator.session (operator_id, checksum_hash, device_hash) values (1, sha256('x'), sha256('x'))`,
    `update operator.session set checksum_hash = sha256('x')`,
    `select operator.open_session(1, 'x', sha256('x'), '', '', '')`,
    `insert into operator.operator (email, name, role) values ('x@x', 'x', 'treasury')`,
  ])('is not written by the application itself: %s', (statement) =>
    expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' }),
  );

  it.each([
    `delete from ledger.request`,
    `update ledger.request set amounts = '{-500,500}' where entry_id is null`,
    `update ledger.request set decided_by = 3 where decision is not null`,
    `update ledger.request set entry_id = null where entry_id is not null`,
  ])('is kept as it was, also by the owner: %s', async (statement) => {
    await approve(owner, [issued()]); // one that nobody has used
    await expect(sql.raw(statement).execute(owner)).rejects.toMatchObject({ code: 'HF006' });
  });
});
