import { createHash, randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import { admins, codeOf, OPERATOR_PASSWORD, type Enrolled } from '#testing/test-operator.ts';
import { testServer } from '#testing/test-server.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { createPasswords, type Passwords } from '#platform/passwords/passwords.ts';
import { attemptSignIn, findAccount, moveEarlierAuthenticators, outcomeOf } from './credential.store.ts';

/**
 * What whoever controls SQL on the application's connection can do as an operator. `knowing`: also who has the password and the keys of the
 * process, and lacks the authenticator.
 */
const server = await testServer();
const { owner, db } = server.database;
let passwords: Passwords;
let lin: Enrolled;
let chen: Enrolled;
beforeAll(async () => {
  [lin, chen] = await admins(server);
  passwords = (await createPasswords(server.secrets.passwordPepper)).anyone;
});
let hours = 0;
beforeEach(() => server.database.setClock(`${(hours += 2)} hours`));
afterEach(() => server.database.setClock('0'));

const run = (statement: string) => sql.raw(statement).execute(db);

describe('SQL on the application connection', () => {
  it.each([
    [
      'a session',
      `insert into operator.session (operator_id, checksum_hash, device_hash) values (1, sha256('a'), sha256('b'))`,
    ],
    ['the proof of a session', `update operator.session set checksum_hash = sha256('a')`],
    ['whose session it is', `update operator.session set operator_id = 2`],
    ['an ended session', `update operator.session set ended_at = null`],
    ['how long a session lives', `update operator.session set created_at = platform.app_now()`],
    [
      'an invitation',
      `insert into operator.invitation (operator_id, token_hash, expires_at) values (1, sha256('a'), now() + interval '1 day')`,
    ],
    ['an invitation that is used', `update operator.invitation set used_at = null`],
    [
      'a recovery code',
      `insert into operator.recovery_code (operator_id, code_hash) values (1, sha256('a'))`,
    ],
    ['a recovery code that is used', `update operator.recovery_code set used_at = null`],
    ['a password', `update operator.credential set password_verifier = sha256('a')`],
    ['whether somebody has enrolled', `update operator.operator set enrolled_at = null`],
    [
      'a credential by the function',
      `select operator.set_credential(1, 'a', 'b', sha256('c'), 1, '{}'::bytea[])`,
    ],
    ['a session by the function', `select operator.open_session(1, 'a', sha256('b'), '', '', '')`],
    [
      'an attempt that is right',
      `insert into operator.sign_in_attempt (ticket_hash, credential_id, step) values (sha256('a'), 1, 99999999)`,
    ],
  ])('writes no operator: not %s', (_, statement) =>
    expect(run(statement)).rejects.toMatchObject({ code: '42501' }),
  );

  it.each([
    ['the password', 'password_verifier', 'credential'],
    ['the authenticator', 'authenticator_encrypted', 'credential'],
    ['the recovery codes', 'code_hash', 'recovery_code'],
    ['what came of an attempt', 'credential_id', 'sign_in_attempt'],
  ])('reads nothing to show of %s', (_, column, table) =>
    expect(run(`select ${column} from operator.${table}`)).rejects.toMatchObject({ code: '42501' }),
  );

  it('finds nothing to show among the rows of a session or an invitation', async () => {
    const { rows } = await sql<{ shown: Buffer }>`
      select checksum_hash as shown from operator.session union all select token_hash from operator.invitation`.execute(
      db,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { shown } of rows) {
      await expect(
        sql`select operator.ask(${shown}, 'operator-add', 'x', '{}', '[]', 'x', now())`.execute(db),
      ).rejects.toMatchObject({ code: 'HF008' });
      const { rows: enrolled } = await sql`
        select operator.enrol(${shown}, '$argon2id$v=19$m=64,t=1,p=1$YQ$YQ', 'a', sha256('k'), 1, '{}'::bytea[], 'p', sha256('d'), '', '', '') as id`.execute(
        db,
      );
      expect(enrolled).toEqual([{ id: null }]);
    }
  });

  it('invites nobody without an administrator, and nobody who has enrolled with one', async () => {
    const invite = (proof: Buffer) =>
      sql`select operator.invite(${proof}, 1, ${randomBytes(32)}, 24)`.execute(db);
    await expect(invite(randomBytes(32))).rejects.toMatchObject({ code: 'HF008' });
    const proof = randomBytes(32);
    await sql`insert into operator.session (operator_id, checksum_hash, device_hash)
              select id, sha256(${proof}), sha256('d') from operator.operator where email = ${chen.email}
              on conflict (operator_id) where ended_at is null do update set checksum_hash = excluded.checksum_hash,
                active_at = platform.app_now(), created_at = platform.app_now()`.execute(owner);
    await expect(invite(proof)).rejects.toMatchObject({
      code: 'HF008',
      message: 'nobody who could be invited',
    });
  });
});

/** An attempt of somebody with the password and the keys of the process. */
async function attempt(tx: Database | Tx, who: Enrolled, code: string): Promise<Buffer> {
  const account = await findAccount(tx, who.email);
  const ticket = randomBytes(32);
  const passwordHash = await passwords.prove(account?.passwordSettings, OPERATOR_PASSWORD);
  await attemptSignIn(tx, { ticket, account, passwordHash, code });
  return ticket;
}
const begin = async (
  tx: Database | Tx,
  ticket: Buffer,
  proof: RawBuilder<unknown> | Buffer = randomBytes(32),
) => {
  const { rows } = await sql<{ id: string | null }>`
    select operator.begin_session(${ticket}, ${proof}, ${createHash('sha256').update('d').digest()}, '', '', '')::text as id`.execute(
    tx,
  );
  return defined(rows[0], 'an answer').id;
};

/** A code that is none of those that are taken now. */
async function wrongCode(who: Enrolled, nth = 0): Promise<string> {
  const right = new Set(await Promise.all([-1, 0, 1].map((steps) => codeOf(server, who.secret, steps))));
  const wrong = Array.from({ length: nth + 4 }, (_, n) => String(n).padStart(6, '0'));
  return defined(wrong.filter((code) => !right.has(code))[nth], 'a wrong code');
}

describe('a sign-in', () => {
  it('begins a session by the password and a code that the database compares', async () => {
    const ticket = await attempt(db, lin, await codeOf(server, lin.secret));
    expect(await outcomeOf(db, ticket)).toBe('right');
    const proof = randomBytes(32);
    expect(await begin(db, ticket, proof)).not.toBeNull();
    expect(await begin(db, ticket)).toBeNull();
    const { rows } =
      await sql`select operator.ask(${proof}, 'operator-add', 'x', '{}', '[]', 'x', now()) as id`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it('takes the codes of RFC 6238', async () => {
    const secret = Buffer.from('12345678901234567890');
    const { rows: now } = await sql<{
      seconds: number;
    }>`select extract(epoch from platform.app_now())::float8 as seconds`.execute(owner);
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [2_000_000_000, '279037'],
    ] as const) {
      const move = seconds - defined(now[0], 'a time').seconds;
      await server.database.setClock(`${hours * 3600 + move} seconds`);
      const { rows } = await sql<{
        step: string | null;
      }>`select operator.step_of_code(${secret}, ${code})::text as step`.execute(owner);
      expect(rows).toEqual([{ step: String(Math.floor(seconds / 30)) }]);
    }
  });

  it('begins none for a step that was used', async () => {
    const code = await codeOf(server, lin.secret);
    expect(await begin(db, await attempt(db, lin, code))).not.toBeNull();
    expect(await begin(db, await attempt(db, lin, code))).toBeNull();
    expect(await begin(db, await attempt(db, lin, await codeOf(server, lin.secret, -1)))).toBeNull();
  });

  it('begins one for two who show one code at once', async () => {
    const code = await codeOf(server, chen.secret);
    const tickets = await Promise.all([attempt(db, chen, code), attempt(db, chen, code)]);
    const begun = await Promise.all(tickets.map((ticket) => begin(db, ticket)));
    expect(begun.filter((id) => id !== null)).toHaveLength(1);
  });

  it('begins none with the ticket of somebody else, or a minute later', async () => {
    const ticket = await attempt(db, lin, await codeOf(server, lin.secret));
    expect(await begin(db, randomBytes(32))).toBeNull();
    await server.database.setClock(`${hours * 60 + 2} minutes`);
    expect(await begin(db, ticket)).toBeNull();
  });

  it('says nothing to the transaction that shows the code, so that none is guessed and rolled back', async () => {
    const tx = await db.startTransaction().execute();
    const ticket = await attempt(tx, lin, await codeOf(server, lin.secret));
    const { rows } = await sql<{ outcome: string }>`select operator.outcome_of(${ticket}) as outcome`.execute(
      tx,
    );
    expect(rows).toEqual([{ outcome: 'wrong' }]);
    expect(await begin(tx, ticket)).toBeNull();
    await tx.rollback().execute();
    expect(await outcomeOf(db, ticket)).toBe('wrong');
  });

  it('is braked after five wrong codes, for the right one too, whatever is rolled back', async () => {
    for (let n = 0; n < 5; n += 1) {
      const ticket = await attempt(db, lin, await wrongCode(lin, n));
      const tx = await db.startTransaction().execute();
      expect(await begin(tx, ticket)).toBeNull();
      await tx.rollback().execute();
    }
    const ticket = await attempt(db, lin, await codeOf(server, lin.secret));
    expect(await outcomeOf(db, ticket)).toBe('braked');
    expect(await begin(db, ticket)).toBeNull();
    await server.database.setClock(`${hours * 60 + 70} minutes`);
    expect(await outcomeOf(db, await attempt(db, lin, await codeOf(server, lin.secret)))).toBe('right');
  });

  it('counts guesses that were held back until the operator had signed in', async () => {
    const held = await db.startTransaction().execute();
    const ticket = await attempt(held, chen, await codeOf(server, chen.secret, 1));
    expect(await begin(db, await attempt(db, chen, await codeOf(server, chen.secret)))).not.toBeNull();
    await held.commit().execute();
    expect(await begin(db, ticket)).toBeNull();
  });

  it('counts nobody out who lacks the password', async () => {
    const account = defined(await findAccount(db, lin.email), 'an account');
    for (let n = 0; n < 8; n += 1)
      await attemptSignIn(db, { ticket: randomBytes(32), account, passwordHash: 'a guess', code: '000000' });
    const ticket = await attempt(db, lin, await codeOf(server, lin.secret));
    expect(await outcomeOf(db, ticket)).toBe('right');
  });
});

it('an authenticator that the version before has sealed opens the console again', async () => {
  const { rows } = await sql<{ id: string }>`
    update operator.credential set authenticator_encrypted = null
    where operator_id = (select id from operator.operator where email = ${lin.email}) returning operator_id::text as id`.execute(
    owner,
  );
  const { id } = defined(rows[0], 'an operator');
  const sealed = server.secrets.keys.seal('operator.operator.authenticator_sealed', id, lin.secret);
  await sql`update operator.operator set authenticator_sealed = ${sealed} where id = ${id}`.execute(owner);
  expect(await begin(db, await attempt(db, lin, await codeOf(server, lin.secret)))).toBeNull();
  await inTransaction(owner, moveEarlierAuthenticators);
  expect(await begin(db, await attempt(db, lin, await codeOf(server, lin.secret)))).not.toBeNull();
  const { rows: left } =
    await sql`select from operator.operator where authenticator_sealed is not null`.execute(db);
  expect(left).toEqual([]);
});
