import { randomBytes, randomUUID } from 'node:crypto';
import { testDatabase } from '@holdfast/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deriveAppLogin, provideAppLogin } from './app-login.ts';
import { createKeyring, KeyError, type MasterKey } from './keyring.ts';
import { loadKeys } from './keys.ts';
import { MigrationError } from './migrate.ts';
import { openDatabase } from './pool.ts';
import { runStatement } from './statement.ts';

const { url: ownerUrl } = await testDatabase();
const { url: keptUrl } = await testDatabase();
const freshLogin = () => deriveAppLogin(1, randomBytes(32));

/** Logins belong to the whole server and outlive the test's database. */
function dropLogin(name: string): void {
  onTestFinished(async () => void (await runStatement(ownerUrl, `drop role if exists "${name}"`)));
}

const userOf = (url: string) => new URL(url).username;
/** The owner's address with another user, who is created as this says. */
async function addressOf(attributes: string): Promise<string> {
  const name = `login_${randomUUID().slice(0, 8)}`;
  await runStatement(ownerUrl, `create role ${name} login password 'known' ${attributes}`);
  dropLogin(name);
  const url = new URL(ownerUrl);
  [url.username, url.password] = [name, 'known'];
  return url.href;
}

describe('the login of the product', () => {
  it('is created once, and is the same at the next start', async () => {
    const login = freshLogin();
    const url = await provideAppLogin({ ownerUrl, login });
    dropLogin(userOf(url));
    expect(await provideAppLogin({ ownerUrl, login })).toBe(url);
    expect(await runStatement(url, 'select session_user::text as "user"')).toEqual([{ user: userOf(url) }]);
  });

  it('is created by one of several processes that start at once', async () => {
    const login = freshLogin();
    const urls = await Promise.all(Array.from({ length: 4 }, () => provideAppLogin({ ownerUrl, login })));
    dropLogin(userOf(urls[0] ?? ''));
    expect(new Set(urls).size).toBe(1);
  });

  it('gets the password of the current secrets when it has another one', async () => {
    const before = await provideAppLogin({ ownerUrl, login: freshLogin() });
    dropLogin(userOf(before));
    const after = await provideAppLogin({ ownerUrl, login: freshLogin() });
    expect(userOf(after)).toBe(userOf(before));
    await expect(runStatement(before, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect(await runStatement(after, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('of another key is another login, so that both work while keys change', async () => {
    const key = randomBytes(32);
    const [one, other] = [
      await provideAppLogin({ ownerUrl, login: deriveAppLogin(1, key) }),
      await provideAppLogin({ ownerUrl, login: deriveAppLogin(2, randomBytes(32)) }),
    ];
    for (const url of [one, other]) dropLogin(userOf(url));
    for (const url of [one, other]) expect(await runStatement(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['commits that need not reach the disk', 'alter role current_user set synchronous_commit = off'],
    [
      'the same in this database',
      `do $$ begin execute format('alter role current_user in database %I set synchronous_commit = off', current_database()); end $$`,
    ],
    [
      'a library without which nobody connects',
      'alter role current_user set local_preload_libraries = nothing',
    ],
    ['a large object', 'select lo_create(0)'],
    ['default privileges', 'alter default privileges grant select on tables to public'],
    ['another password', `alter role current_user password 'mine'`],
  ])('has lost at the next start what it gave itself: %s', async (_, statement) => {
    const login = freshLogin();
    const url = await provideAppLogin({ ownerUrl, login });
    dropLogin(userOf(url));
    await runStatement(url, statement);
    // Several processes start at once.
    await Promise.all([provideAppLogin({ ownerUrl, login }), provideAppLogin({ ownerUrl, login })]);
    const settings = `select from pg_db_role_setting where setrole = current_user::regrole
      union all select from pg_shdepend where refobjid = current_user::regrole`;
    expect(await runStatement(url, settings)).toEqual([]);
  });

  it.each([
    ['DROP the guards', 'alter table ledger.posting disable trigger all'],
    [
      'become nobody, and so the owner',
      "select set_config('role', 'none', false); update ledger.posting set amount = 1",
    ],
    ['become the owner', 'set role holdfast'],
    ['create a temporary table', 'create temporary table t (id int)'],
    ['create a temporary type', 'create domain pg_temp.text as pg_catalog.text'],
    ['create anything in the schema public', 'create table public.t (id int)'],
    ['move the clock', "select platform.set_clock('1 day')"],
  ])('cannot %s', async (_, statement) => {
    const url = await provideAppLogin({ ownerUrl, login: freshLogin() });
    dropLogin(userOf(url));
    await expect(runStatement(url, statement)).rejects.toThrow(/permission denied|must be owner/);
  });
});

describe('the login of a product whose data are sealed', () => {
  const [own, next] = [1, 2].map((id) => ({ id, bytes: randomBytes(32) })) as [MasterKey, MasterKey];
  const start = async (...keys: [MasterKey, ...MasterKey[]]) => {
    const [first] = keys;
    const url = await provideAppLogin({
      ownerUrl: keptUrl,
      login: deriveAppLogin(first.id, first.bytes),
      ring: createKeyring(keys),
    });
    dropLogin(userOf(url));
    const database = openDatabase({ url, name: 'test', onIdleError: () => {} });
    onTestFinished(() => database.close());
    await loadKeys(database.db, createKeyring(keys));
    return url;
  };
  const isAlive = (url: string) => runStatement(url, 'select 1 as one');

  it('is left alone by a process with another key, which the product would be shut out by', async () => {
    const running = await start(own);
    await expect(start({ id: own.id, bytes: randomBytes(32) })).rejects.toThrow(
      /sealed under another master key/,
    );
    expect(await isAlive(running)).toEqual([{ one: 1 }]);
  });

  it('is created for no process with a key that opens nothing', async () => {
    await start(own);
    await expect(start({ id: 7, bytes: randomBytes(32) })).rejects.toBeInstanceOf(KeyError);
    expect(
      await runStatement(keptUrl, "select from pg_roles where rolname ~ '^holdfast_login_.*_7$'"),
    ).toEqual([]);
  });

  it('is of one new key while keys change: a second one with its id is refused', async () => {
    await start(own);
    const [running] = await Promise.all([start(next, own), start(next, own)]);
    await expect(start({ id: next.id, bytes: randomBytes(32) }, own)).rejects.toThrow(
      /belongs to another master key of the same id/,
    );
    expect(await isAlive(running)).toEqual([{ one: 1 }]);
  });

  it('gets its password back from the process whose data they are', async () => {
    const running = await start(own);
    await runStatement(keptUrl, `alter role "${userOf(running)}" password 'another'`);
    await expect(isAlive(running)).rejects.toThrow(/password authentication failed/);
    expect(await isAlive(await start(own))).toEqual([{ one: 1 }]);
  });
});

describe('a login that an administrator made', () => {
  it('is used as it is', async () => {
    const appUrl = await addressOf('in role holdfast_app');
    expect(await provideAppLogin({ ownerUrl, login: freshLogin(), appUrl })).toBe(appUrl);
  });

  it('is refused when it leads to another database', async () => {
    const appUrl = await addressOf('in role holdfast_app');
    await expect(provideAppLogin({ ownerUrl: keptUrl, login: freshLogin(), appUrl })).rejects.toThrow(
      /another database than DATABASE_URL/,
    );
  });

  it.each([
    ['a superuser', 'superuser', /is powerful/],
    ['a creator of roles', 'createrole in role holdfast_app', /is powerful/],
    ['a stranger', '', /is no member of holdfast_app/],
    ['one who may write everything', 'in role holdfast_app, pg_write_all_data', /is a member of other roles/],
    [
      'one who may run programs',
      'in role holdfast_app, pg_execute_server_program',
      /is a member of other roles/,
    ],
  ])('is refused when it is %s', async (_, attributes, sentence) => {
    const appUrl = await addressOf(attributes);
    const provided = provideAppLogin({ ownerUrl, login: freshLogin(), appUrl });
    await expect(provided).rejects.toThrow(sentence);
    await expect(provided).rejects.toBeInstanceOf(MigrationError);
  });

  it('is refused when it may become the owner', async () => {
    const appUrl = await addressOf('in role holdfast_app');
    await runStatement(ownerUrl, `grant "${userOf(ownerUrl)}" to "${userOf(appUrl)}"`);
    await expect(provideAppLogin({ ownerUrl, login: freshLogin(), appUrl })).rejects.toThrow(
      /DATABASE_APP_URL .*is a member of the owner/,
    );
  });

  it.each([
    ['may change postings', 'update on ledger.posting'],
    ['may change one column', 'update (amount) on ledger.posting'],
    ['may run what only the owner runs', 'execute on function platform.set_clock(interval)'],
  ])('is refused when it %s by a grant of its own', async (_, grant) => {
    const appUrl = await addressOf('in role holdfast_app');
    await runStatement(ownerUrl, `grant ${grant} to "${userOf(appUrl)}"`);
    onTestFinished(
      async () => void (await runStatement(ownerUrl, `revoke ${grant} from "${userOf(appUrl)}"`)),
    );
    await expect(provideAppLogin({ ownerUrl, login: freshLogin(), appUrl })).rejects.toThrow(
      /owns something or has grants of its own/,
    );
  });

  it('is refused while it has settings of its own, which it can give itself', async () => {
    const appUrl = await addressOf('in role holdfast_app');
    await runStatement(appUrl, 'alter role current_user set synchronous_commit = off');
    await expect(provideAppLogin({ ownerUrl, login: freshLogin(), appUrl })).rejects.toThrow(
      /DATABASE_APP_URL has settings of its own/,
    );
  });

  it('is refused while everybody may create temporary objects', async () => {
    const name = new URL(ownerUrl).pathname.slice(1);
    await runStatement(ownerUrl, `grant temporary on database ${name} to public`);
    onTestFinished(
      async () => void (await runStatement(ownerUrl, `revoke temporary on database ${name} from public`)),
    );
    const appUrl = await addressOf('in role holdfast_app');
    await expect(provideAppLogin({ ownerUrl, login: freshLogin(), appUrl })).rejects.toThrow(
      /may create temporary objects/,
    );
  });
});

it('a database user who may not create the login is told what to run', async () => {
  const plain = await addressOf('');
  await expect(provideAppLogin({ ownerUrl: plain, login: freshLogin() })).rejects.toThrow(
    /let a superuser run once "create role holdfast_login_\d+_1 login password '<password>' in role holdfast_app;", give that login as DATABASE_APP_URL/,
  );
});
