import { minor, toListingId, toOrderId, type MemberId } from '@holdfast/kernel';
import { approve, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  feeAccount,
  finish,
  issue,
  lock,
  memberAccount,
  orderEscrow,
  post,
  postMany,
  publish,
  reconcile,
} from './index.ts';

/** What PostgreSQL refuses by itself, even to the owner: the second guard of each invariant. */
const { db, owner } = await testDatabase();

beforeAll(async () => {
  const money = [
    issue({ request: '1', member: '1' as MemberId, coin: 'TWD', quantity: minor('TWD', 100n) }),
    issue({ request: '2', member: '2' as MemberId, coin: 'USDT', quantity: minor('USDT', 100n) }),
  ];
  await approve(owner, money);
  await postMany(db, money);
});

const id = (key: string) => `(select id from ledger.account where key = '${key}')`;
const ISSUANCE = id('platform/-/issuance/TWD/0');
const MEMBER = id('member/1/available/TWD/0');
const TETHER = id('member/2/available/USDT/0');

describe('the application', () => {
  it.each([
    `insert into ledger.entry values (99, now(), 2, 'TWD', 'x', 'x')`,
    `update ledger.entry set kind = 'x'`,
    `delete from ledger.entry`,
    `truncate ledger.posting`,
    `insert into ledger.posting select * from ledger.posting limit 1`,
    `update ledger.posting set amount = 1`,
    `delete from ledger.posting`,
    `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key) values (true, 0, 'TWD', 'platform', '-', 'suspense', 'x')`,
    `update ledger.account set balance = balance + 1`,
    `delete from ledger.account`,
    `insert into ledger.journal select * from ledger.journal limit 1`,
    `update ledger.journal set available = 1`,
    `delete from ledger.journal`,
    `update ledger.chart set may_owe = true`,
    `select ledger.open_accounts('{platform/-/suspense/TWD/0}', '{null}')`,
    `select ledger.post_batch('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
    `select ledger.post_lines('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
    `select nextval('ledger.entry_id')`,
    `alter table ledger.posting disable trigger all`,
    `create table ledger.other (id int)`,
  ])('may not %s', async (statement) =>
    expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' }),
  );
});

describe('a batch', () => {
  const AVAILABLE = 'member/1/available/TWD/0';
  const RESERVE = 'member/1/listing_reserve/TWD/0';
  const write = (
    batch: Partial<Record<'keys' | 'members' | 'references' | 'kinds' | 'coins', string>>,
    lines: string,
  ) =>
    `select ledger.post('${batch.keys ?? `{${AVAILABLE},${RESERVE}}`}', '${batch.members ?? '{1,1}'}', '${batch.references ?? '{a}'}',
      '${batch.kinds ?? '{x}'}', '${batch.coins ?? '{TWD}'}', ${lines})`;
  const two = { references: '{a,b}', kinds: '{x,x}', coins: '{TWD,TWD}' };
  const zero = { references: '[0:0]={a}', kinds: '[0:0]={x}', coins: '[0:0]={TWD}' };
  const ISSUED = { keys: `{platform/-/issuance/TWD/0,${AVAILABLE}}`, members: '{null,1}' };

  it.each([
    [
      'whose entry is numbered 0, out of issuance',
      write({ ...zero, ...ISSUED }, `'{0,0}', '{1,2}', '{-5,5}'`),
    ],
    ['whose entries begin at 0', write(two, `'{0,0,1,1}', '{1,2,1,2}', '{-5,5,-5,5}'`)],
    [
      'whose accounts begin at 0',
      write({ ...two, keys: `[0:1]={${AVAILABLE},${RESERVE}}` }, `'{1,1,2,2}', '{0,1,0,1}', '{-5,5,-5,5}'`),
    ],
    ['whose lines begin at 0', write(two, `'{1,1,2,2}', '[0:3]={1,2,1,2}', '{-5,5,-5,5}'`)],
    [
      'with an account that is named twice',
      write({ ...two, keys: `{${AVAILABLE},${AVAILABLE}}` }, `'{1,1,2,2}', '{1,2,1,2}', '{5,-5,5,-5}'`),
    ],
    ['with a line of no account', write(two, `'{1,1,2,2}', '{1,2,1,3}', '{-5,5,-5,5}'`)],
    ['with a line without an amount', write(two, `'{1,1,2,2}', '{1,2,1,2}', '{-5,5,-5,null}'`)],
    ['with fewer lines than entries say', write(two, `'{1,1,2,2}', '{1,2,1}', '{-5,5,-5}'`)],
    ['with an entry without lines', write(two, `'{1,1}', '{1,2}', '{-5,5}'`)],
    ['with an entry that comes back', write(two, `'{1,2,1,2}', '{1,2,2,1}', '{-5,-5,5,5}'`)],
    [
      'with an entry that is left out',
      write(
        { references: '{a,b,c}', kinds: '{x,x,x}', coins: '{TWD,TWD,TWD}' },
        `'{1,1,3,3}', '{1,2,1,2}', '{-5,5,-5,5}'`,
      ),
    ],
    [
      'of two dimensions',
      write({ ...two, keys: `{{${AVAILABLE}},{${RESERVE}}}` }, `'{1,1,2,2}', '{1,2,1,2}', '{-5,5,-5,5}'`),
    ],
    [
      'of nothing',
      write({ keys: '{}', members: '{}', references: '{}', kinds: '{}', coins: '{}' }, `'{}', '{}', '{}'`),
    ],
  ])('%s is refused', async (_, statement) =>
    expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '22023' }),
  );

  it('of the same shape as these is posted', async () => {
    const tx = await db.startTransaction().execute();
    const { rows } = await sql.raw(write(two, `'{1,1,2,2}', '{1,2,1,2}', '{-5,5,-5,5}'`)).execute(tx);
    expect(rows).toHaveLength(4);
    await tx.rollback().execute();
  });
});

describe('an account', () => {
  it.each([
    ["another member's", memberAccount('42' as MemberId, 'available', 'TWD'), '7'],
    ["nobody's", memberAccount('43' as MemberId, 'available', 'TWD'), null],
    ['an escrow of nobody', orderEscrow(toOrderId('44'), 'TWD', '1' as MemberId), null],
    ['a fee account of a member', feeAccount(toOrderId('45'), 'USDT'), '7'],
  ])('cannot be opened as %s', async (_, account, member) => {
    const entry = {
      reference: `open:${account.key.replaceAll('/', '.')}`,
      kind: 'test.open',
      coin: account.coin,
      lines: [
        { account: memberAccount('1' as MemberId, 'available', account.coin), amount: -1n },
        { account: { ...account, member: member as MemberId | null }, amount: 1n },
      ],
    };
    expect(await post(db, entry)).toMatchObject({
      ok: false,
      refuse: 'UNKNOWN_ACCOUNT',
      account: account.key,
    });
  });
});

describe('a caller with a temporary schema', () => {
  it('cannot make ledger.post() take a type of theirs, which would run their code as the owner', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner);
    await sql.raw(`grant temporary on database ${rows[0]?.name} to holdfast_app`).execute(owner);
    const tx = await db.startTransaction().execute();
    for (const name of ['timestamptz', 'text', 'int8', 'int4', 'bool', 'numeric', 'record']) {
      await sql
        .raw(`create or replace function pg_temp.betray() returns boolean language plpgsql as
        'begin raise exception ''ran as %'', current_user; end'`)
        .execute(tx);
      await sql
        .raw(
          `create domain pg_temp.${name} as pg_catalog.${name === 'record' ? 'text' : name} check (pg_temp.betray())`,
        )
        .execute(tx);
    }
    const posted = await postMany(tx, [
      publish({
        listing: toListingId('1'),
        version: 1,
        owner: '1' as MemberId,
        coin: 'TWD',
        quantity: minor('TWD', 5n),
      }),
    ]);
    expect(posted.ok).toBe(true);
    await tx.rollback().execute();
    await sql.raw(`revoke temporary on database ${rows[0]?.name} from holdfast_app`).execute(owner);
  });
});

describe('even the owner', () => {
  it.each([
    `update ledger.entry set kind = 'x'`,
    `delete from ledger.entry`,
    `update ledger.posting set amount = 1`,
    `delete from ledger.posting`,
    `truncate ledger.posting`,
    `update ledger.journal set available = 1`,
    `delete from ledger.journal`,
    `truncate ledger.journal`,
    `delete from ledger.account`,
  ])('cannot %s', async (statement) =>
    expect(sql.raw(statement).execute(owner)).rejects.toMatchObject({ code: 'HF006' }),
  );

  const posting = (
    line: number,
    account: string,
    amount: number,
    { lines = 2, coin = 'TWD', member = 'member_id', reference = 'direct:1', version = 1 } = {},
  ) =>
    `select 900, ${line}, ${lines}, id, ${member}, '${coin}', ${amount}, ${amount}, version + ${version},
       ${line === 1 ? `'direct', '${reference}'` : 'null::text, null::text'}, now()
     from ledger.account where id = ${account}`;
  /** One statement, as ledger.post() writes an entry. */
  const entry = (...postings: string[]) =>
    `insert into ledger.posting (entry_id, line, lines, account_id, member_id, coin, amount, balance_after, version, kind, reference, posted_at)
     ${postings.join(' union all ')}`;

  it.each<[string, string, string[]]>([
    ['an unbalanced entry', 'HF004', [entry(posting(1, ISSUANCE, -5), posting(2, MEMBER, 4))]],
    ['an entry of one line', 'HF004', [entry(posting(1, MEMBER, 5, { lines: 1 }))]],
    [
      'fewer postings than the entry announces',
      'HF004',
      [entry(posting(1, ISSUANCE, -5, { lines: 3 }), posting(2, MEMBER, 5, { lines: 3 }))],
    ],
    [
      'postings of which each announces another number',
      'HF004',
      [entry(posting(1, ISSUANCE, -5), posting(2, MEMBER, 5, { lines: 3 }))],
    ],
    ['two coins in one entry', 'HF003', [entry(posting(1, ISSUANCE, -5), posting(2, TETHER, 5))]],
    [
      'two coins in one entry, each posting in its own',
      'HF004',
      [entry(posting(1, ISSUANCE, -5), posting(2, TETHER, 5, { coin: 'USDT' }))],
    ],
    [
      'a posting that lies about its coin',
      'HF003',
      [entry(posting(1, ISSUANCE, -5, { coin: 'USDT' }), posting(2, MEMBER, 5, { coin: 'USDT' }))],
    ],
    [
      'a posting that lies about its member',
      'HF003',
      [entry(posting(1, ISSUANCE, -5), posting(2, MEMBER, 5, { member: '7' }))],
    ],
    [
      'a second entry under the same number',
      '23505',
      [
        entry(posting(1, ISSUANCE, -5), posting(2, MEMBER, 5)),
        entry(
          posting(1, ISSUANCE, -5, { reference: 'direct:2', version: 2 }),
          posting(2, MEMBER, 5, { version: 2 }),
        ),
      ],
    ],
    [
      'more postings under the same number',
      'HF004',
      [
        entry(posting(1, ISSUANCE, -5), posting(2, MEMBER, 5)),
        entry(
          posting(3, ISSUANCE, -5, { lines: 4, version: 2 }),
          posting(4, MEMBER, 5, { lines: 4, version: 2 }),
        ),
      ],
    ],
    ['a posting of nothing', '23514', [entry(posting(1, MEMBER, 0))]],
    ['a posting beyond its entry', '23514', [entry(posting(3, MEMBER, 5))]],
    ['a posting without an entry', 'HF004', [entry(posting(2, MEMBER, 5))]],
    [
      'a first posting without a reference',
      '23514',
      [entry(posting(1, ISSUANCE, -5).replace("'direct:1'", 'null'), posting(2, MEMBER, 5))],
    ],
    [
      'postings of accounts that nobody has',
      'HF003',
      [
        `insert into ledger.posting (entry_id, line, lines, account_id, coin, amount, balance_after, version, kind, reference, posted_at)
         values (900, 1, 2, -1, 'TWD', -5, -5, 1, 'direct', 'direct:1', now()), (900, 2, 2, -2, 'TWD', 5, 5, 1, null, null, now())`,
      ],
    ],
    [
      'a second posting with a reference of its own',
      '23514',
      [
        entry(
          posting(1, ISSUANCE, -5),
          posting(2, MEMBER, 5).replace('null::text, null::text', "null::text, 'other:1'"),
        ),
      ],
    ],
    [
      'a first posting without a kind',
      '23514',
      [entry(posting(1, ISSUANCE, -5).replace("'direct'", 'null'), posting(2, MEMBER, 5))],
    ],
    [
      'a reference twice',
      '23505',
      [entry(posting(1, ISSUANCE, -5, { reference: 'issue:1' }), posting(2, MEMBER, 5))],
    ],
    ['a balance below zero', '23514', [`update ledger.account set balance = -1 where id = ${MEMBER}`]],
    [
      'an account outside the chart',
      '23503',
      [
        `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key, member_id) values (true, 0, 'TWD', 'member', '9', 'available', 'member/9/available/TWD/0', 9)`,
      ],
    ],
    [
      "an account whose key is not its row's",
      '23514',
      [
        `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key, member_id) values (false, 0, 'TWD', 'member', '9', 'hold', 'member/9/available/TWD/0', 9)`,
      ],
    ],
    [
      "one member's account as another's",
      '23514',
      [
        `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key, member_id) values (false, 0, 'TWD', 'member', '42', 'available', 'member/42/available/TWD/0', 7)`,
      ],
    ],
    [
      'an account that changes hands',
      '23514',
      [`update ledger.account set member_id = 7 where id = ${MEMBER}`],
    ],
    [
      "an escrow that is nobody's",
      '23514',
      [
        `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key) values (false, 0, 'TWD', 'order', '9', 'order_escrow', 'order/9/order_escrow/TWD/0')`,
      ],
    ],
    [
      "an account of the platform that is a member's",
      '23514',
      [`update ledger.account set member_id = 7 where id = ${ISSUANCE}`],
    ],
    [
      'an account of an unknown coin',
      '23503',
      [
        `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key) values (true, 0, 'EUR', 'platform', '-', 'suspense', 'platform/-/suspense/EUR/0')`,
      ],
    ],
  ])('cannot write %s', async (_, code, statements) => {
    const written = owner.transaction().execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
    await expect(written).rejects.toMatchObject({ code });
  });

  it('cannot add to an entry that is whole, even in balance', async () => {
    const late = (line: number, account: string, amount: number) =>
      sql
        .raw(
          entry(posting(line, account, amount)).replace(
            'select 900',
            `select (select id from ledger.entry where reference = 'issue:1')`,
          ),
        )
        .execute(owner);
    await expect(late(2, MEMBER, 5)).rejects.toMatchObject({ code: '23505' });
    await expect(late(3, MEMBER, 5)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('reconciliation', () => {
  /** What it finds after these statements, which are then undone. */
  async function findingsAfter(...statements: string[]) {
    const tx = await owner.startTransaction().execute();
    for (const statement of statements) await sql.raw(statement).execute(tx);
    const findings = await reconcile(tx);
    await tx.rollback().execute();
    return findings;
  }

  it('finds nothing in sound books', async () => expect(await findingsAfter()).toEqual([]));

  it('finds a balance that nobody posted, and says whose', async () =>
    expect(
      await findingsAfter(`update ledger.account set balance = balance + 7 where id = ${MEMBER}`),
    ).toEqual([
      { rule: 'coin-sums-to-zero', subject: 'TWD', expected: '0', found: '7' },
      {
        rule: 'balance-is-sum-of-postings',
        subject: 'member/1/available/TWD/0',
        expected: '100 in 1',
        found: '107 in 1',
      },
      {
        rule: 'journal-sums-to-balance',
        subject: 'member/1/available/TWD/0',
        expected: '107',
        found: '100',
      },
    ]));

  it("finds an account that is not its key's, and whose it says it is", async () =>
    expect(
      await findingsAfter(
        'alter table ledger.account disable trigger account_is_its_key',
        `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key, member_id) values (false, 0, 'TWD', 'member', '42', 'available', 'member/42/available/TWD/0', 7)`,
      ),
    ).toEqual([
      {
        rule: 'account-is-its-key',
        subject: 'member/42/available/TWD/0',
        expected: 'member/42/available/TWD/0',
        found: 'member/42/available/TWD/0 of member 7',
      },
    ]));

  const unguarded = 'alter table ledger.posting disable trigger all';
  const bentJournal = (statement: string) => ['alter table ledger.journal disable trigger all', statement];
  it.each([
    'update ledger.journal set available_after = 7',
    'update ledger.journal set direction = 0',
    `update ledger.journal set kind = 'other'`,
    `update ledger.journal set posted_at = posted_at - interval '1 day'`,
    'update ledger.journal set moves_available = false',
  ])('finds a journal that says what was not posted: %s', async (statement) => {
    const findings = await findingsAfter(...bentJournal(statement));
    expect(findings.map(({ rule, subject }) => [rule, subject])).toEqual([
      ['journal-tells-postings', 'issue:1'],
      ['journal-tells-postings', 'issue:2'],
    ]);
  });

  const ENTRY = `(select id from ledger.entry where reference = 'order:701:lock:1')`;
  /** A line of a journal about an entry of this number. */
  const journalOf = (entry: string, available: number) =>
    `insert into ledger.journal select ${entry}, 1, now(), ${available}, 0, 0, 0, 0, 90, true, sign(${available}), 'TWD', 'deposit', 'deposit:1'`;
  it.each<[string, string[], string[]]>([
    [
      'what a journal tells of an entry that nobody posted',
      ['journal-has-its-entry', 'journal-has-its-entry'],
      [journalOf("nextval('ledger.entry_id')", 500), journalOf("nextval('ledger.entry_id')", -500)],
    ],
    ['the same before the first entry', ['journal-has-its-entry'], [journalOf('-7', 0)]],
    [
      'an entry whose reference could be posted again',
      ['entry-is-its-lines', 'journal-has-its-entry'],
      [unguarded, `update ledger.posting set line = line + 10 where entry_id = ${ENTRY}`],
    ],
    [
      'lines of one entry at several times',
      ['entry-is-its-lines'],
      [
        unguarded,
        `update ledger.posting set posted_at = posted_at - interval '1 day' where entry_id = ${ENTRY} and line = 2`,
      ],
    ],
    [
      "an escrow's posting that says another member, with a journal that agrees",
      ['posting-is-its-account'],
      [
        unguarded,
        `update ledger.posting set member_id = 2 where entry_id = ${ENTRY} and line = 2`,
        ...bentJournal(`update ledger.journal set in_order = 0, direction = -1 where entry_id = ${ENTRY}`),
        `insert into ledger.journal select entry_id, 2, posted_at, 0, 0, 10, 0, 0, null, false, 1, coin, kind, reference
         from ledger.journal where entry_id = ${ENTRY}`,
      ],
    ],
    [
      'postings to accounts that nobody has',
      ['posting-is-its-account', 'posting-is-its-account'],
      [
        unguarded,
        `insert into ledger.posting (entry_id, line, lines, account_id, coin, amount, balance_after, version, kind, reference, posted_at)
         values (9000, 1, 2, -1, 'TWD', -5, -5, 1, 'direct', 'direct:1', now()), (9000, 2, 2, -2, 'TWD', 5, 5, 1, null, null, now())`,
      ],
    ],
    [
      'a fee account from which coin could go without a request',
      ['only-others-may-owe'],
      [
        'alter table ledger.account disable trigger all',
        `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key) values (false, 3, 'TWD', 'platform', '-', 'fee', 'platform/-/fee/TWD/3')`,
      ],
    ],
  ])('finds %s, where no other rule looks', async (_, rules, statements) => {
    const tx = await owner.startTransaction().execute();
    try {
      await post(
        tx,
        lock({
          order: toOrderId('701'),
          version: 1,
          payee: '1' as MemberId,
          coin: 'TWD',
          quantity: minor('TWD', 10n),
          from: 'available',
        }),
      );
      expect(await reconcile(tx)).toEqual([]);
      for (const statement of statements) await sql.raw(statement).execute(tx);
      expect((await reconcile(tx)).map(({ rule }) => rule)).toEqual(rules);
    } finally {
      await tx.rollback().execute();
    }
  });

  it.each<[string, [rule: string, subject: string][], string[]]>([
    [
      'an amount that somebody bent with the guards switched off',
      [
        ['balance-is-sum-of-postings', 'member/1/available/TWD/0'],
        ['posting-follows-posting', 'member/1/available/TWD/0'],
        ['entry-sums-to-zero', 'issue:1'],
        ['journal-tells-postings', 'issue:1'],
        ['made-coin-was-approved', 'issue:1'],
      ],
      [unguarded, `update ledger.posting set amount = amount + 1 where account_id = ${MEMBER}`],
    ],
    [
      'a coin that somebody changed',
      [
        ['entry-has-one-coin', 'issue:1'],
        ['journal-tells-postings', 'issue:1'],
        ['made-coin-was-approved', 'issue:1'],
      ],
      [unguarded, `update ledger.posting set coin = 'USDT' where account_id = ${MEMBER}`],
    ],
    [
      'something in a journal that nobody posted',
      [
        ['journal-sums-to-balance', 'member/2/available/TWD/0'],
        ['journal-tells-postings', 'issue:1'],
      ],
      [
        `insert into ledger.account (may_owe, shard, coin, owner_kind, owner_id, kind, key, member_id) values (false, 0, 'TWD', 'member', '2', 'available', 'member/2/available/TWD/0', 2)`,
        `insert into ledger.journal select entry_id, 2, posted_at, available, listed, in_order, on_hold, withdrawing, available_after,
           moves_available, direction, coin, kind, reference from ledger.journal where member_id = 1`,
      ],
    ],
    [
      'a part of a journal that is missing',
      [
        ['journal-sums-to-balance', 'member/1/available/TWD/0'],
        ['journal-tells-postings', 'issue:1'],
      ],
      bentJournal('delete from ledger.journal where member_id = 1'),
    ],
    [
      'a member who owes',
      [
        ['coin-sums-to-zero', 'TWD'],
        ['balance-is-sum-of-postings', 'member/1/available/TWD/0'],
        ['journal-sums-to-balance', 'member/1/available/TWD/0'],
        ['nobody-owes', 'member/1/available/TWD/0'],
      ],
      [
        'alter table ledger.account drop constraint account_not_negative',
        `update ledger.account set balance = -1 where id = ${MEMBER}`,
      ],
    ],
  ])('finds %s', async (_, expected, statements) => {
    const findings = await findingsAfter(...statements);
    expect(findings.map(({ rule, subject }) => [rule, subject])).toEqual(expected);
  });
});

describe('coin that needs two operators', () => {
  const content = (amount: number) =>
    `member/1/available/TWD/0 ${amount}, platform/-/issuance/TWD/0 ${-amount}`;
  /** In order by every other rule: balanced, with the balances moved and the member told. */
  const posted = (kind: string, reference: string) => [
    `insert into ledger.posting (entry_id, line, lines, account_id, member_id, coin, amount, balance_after, version, kind, reference, posted_at)
     select 900, l.line, 2, a.id, a.member_id, 'TWD', l.amount, a.balance + l.amount, a.version + 1, l.kind, l.reference, '2026-11-01'
     from ledger.account a join (values (1, ${ISSUANCE}, -5, '${kind}', '${reference}'), (2, ${MEMBER}, 5, null, null))
       l(line, account_id, amount, kind, reference) on l.account_id = a.id`,
    `update ledger.account a set balance = p.balance_after, version = p.version
     from ledger.posting p where p.entry_id = 900 and p.account_id = a.id`,
    `insert into ledger.journal (entry_id, member_id, posted_at, available, listed, in_order, on_hold, withdrawing, available_after,
       moves_available, direction, coin, kind, reference)
     select 900, 1, '2026-11-01', 5, 0, 0, 0, 0, balance, true, 1, 'TWD', '${kind}', '${reference}' from ledger.account where id = ${MEMBER}`,
  ];
  const bentRequest = (change: string) => [
    'alter table ledger.request disable trigger all',
    `update ledger.request set ${change} where reference = 'issue:1'`,
  ];
  const rule = 'made-coin-was-approved';
  const unasked = {
    rule,
    subject: 'direct:1',
    expected: 'nothing',
    found: `direct TWD ${content(5)}`,
  };
  const issued = { rule, subject: 'issue:1', expected: 'nothing', found: `issue TWD ${content(100)}` };
  const asked = { rule, subject: 'issue:1', expected: `issue TWD ${content(100)}`, found: 'nothing' };

  it.each<[string, object[], string[]]>([
    ['that nobody asked for', [unasked], posted('direct', 'direct:1')],
    [
      'that was asked for, but not approved',
      [unasked],
      [
        `insert into ledger.request (reference, kind, coin, account_keys, amounts, reason, requested_by)
         values ('direct:1', 'direct', 'TWD', '{platform/-/issuance/TWD/0,member/1/available/TWD/0}', '{-5,5}', 'x', 1)`,
        ...posted('direct', 'direct:1'),
      ],
    ],
    [
      'of another amount than was approved',
      [{ ...issued, expected: `issue TWD ${content(101)}` }],
      bentRequest(`amounts = '{-101,101}'`),
    ],
    [
      'of another kind than was approved',
      [{ ...issued, expected: `gift TWD ${content(100)}` }],
      bentRequest(`kind = 'gift'`),
    ],
    ['whose request is free again', [issued], bentRequest('entry_id = null')],
    ['whose request names an entry that is not there', [issued, asked], bentRequest('entry_id = 10 ^ 12')],
    [
      'whose request names the entry of another one',
      [
        issued,
        {
          ...issued,
          subject: 'issue:2',
          found: 'issue USDT member/2/available/USDT/0 100, platform/-/issuance/USDT/0 -100',
        },
        asked,
      ],
      [
        'alter table ledger.request disable trigger all',
        `update ledger.request set entry_id = null where reference = 'issue:2'`,
        `update ledger.request set entry_id = (select id from ledger.entry where reference = 'issue:2') where reference = 'issue:1'`,
      ],
    ],
  ])('is found where it was posted around them: coin %s', async (_, expected, statements) => {
    const tx = await owner.startTransaction().execute();
    for (const statement of statements) await sql.raw(statement).execute(tx);
    const findings = await reconcile(tx);
    await tx.rollback().execute();
    expect(new Set(findings)).toEqual(new Set(expected));
  });
});

describe('held coin', () => {
  const order = {
    order: toOrderId('801'),
    payee: '1' as MemberId,
    coin: 'TWD',
    quantity: minor('TWD', 10n),
  } as const;
  const [member, fee] = ['2' as MemberId, minor('TWD', 1n)];
  const held = finish({ ...order, version: 2, payer: member, fee, to: 'hold' });
  const insert = (change: Record<string, string> = {}) => {
    const row = {
      reference: `'${held.reference}'`,
      order_id: '801',
      version: '2',
      member_id: '2',
      coin: `'TWD'`,
      quantity: '9',
      due_at: 'now()',
      ...change,
    };
    return `insert into ledger.hold_lot (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`;
  };
  const release = `update ledger.hold_lot set released_at = now() where order_id = 801`;

  /** What comes of the statements after the coin was held, as the application; it is then undone. */
  async function after(...statements: string[]) {
    const tx = await db.startTransaction().execute();
    try {
      await post(tx, lock({ ...order, version: 1, from: 'available' }));
      await post(tx, held);
      for (const statement of statements) await sql.raw(statement).execute(tx);
      return await reconcile(tx);
    } finally {
      await tx.rollback().execute();
    }
  }

  it('is sound with its lot, and found without one', async () => {
    expect(await after(insert())).toEqual([]);
    expect(await after()).toEqual([
      { rule: 'hold-is-its-lots', subject: 'member/2/hold/TWD/0', expected: '0', found: '9' },
    ]);
  });

  it.each<[string, string, string[]]>([
    ['a lot of more than its entry held', 'lot_is_posted', [insert({ quantity: '10' })]],
    ["another member's lot", 'lot_is_posted', [insert({ member_id: '3' })]],
    [
      'a lot of an entry that nobody posted',
      'lot_is_posted',
      [insert({ reference: `'order:802:finish:2'` })],
    ],
    ['a second lot of one entry', 'hold_lot_pkey', [insert(), insert({ version: '3' })]],
    ['a release while the coin still lies there', 'lot_is_posted', [insert(), release]],
    ['a lot that was released from the beginning', 'lot_is_posted', [insert({ released_at: 'now()' })]],
  ])('cannot be %s', async (_, constraint, statements) => {
    await expect(after(...statements)).rejects.toMatchObject({ constraint });
  });

  it.each([
    [`update ledger.hold_lot set due_at = now()`],
    [`update ledger.hold_lot set quantity = 1`],
    ['delete from ledger.hold_lot'],
  ])('cannot be changed by the application: %s', (statement) =>
    expect(after(insert(), statement)).rejects.toMatchObject({ code: '42501' }),
  );
});
