import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { KeyError, type Keyring } from './keyring.ts';
import { assertOpens, type StoredKey } from './keys.ts';
import { MigrationError } from './migrate.ts';

/** The group of the product's logins: see db/roles.sql. */
export const APP_ROLE = 'holdfast_app';

/** The product's own login, which owns nothing. One for each key of the server, so that a change of keys needs no moment without a login. */
export interface AppLogin {
  /** The id of the key that the password comes from. */
  readonly keyId: number;
  readonly password: string;
}

/** Derives the login from a master key: every process that has the key knows it, and nothing more has to be kept. */
export function deriveAppLogin(keyId: number, masterKey: Uint8Array): AppLogin {
  const bytes = hkdfSync('sha256', masterKey, Buffer.alloc(32), 'holdfast/database-login/1', 32);
  return { keyId, password: Buffer.from(bytes).toString('base64url') };
}

export interface AppLoginOptions {
  readonly ownerUrl: string;
  readonly login: AppLogin;
  /** What this process opens sealed data with. Without it nobody looks whether the login is its own to change; a product always gives it. */
  readonly ring?: Keyring | undefined;
  /** A login that an administrator has made. It is used as it is. */
  readonly appUrl?: string | undefined;
}

/**
 * Returns the address at which the product connects. Creates the login unless it exists with this password, and refuses one that could do
 * more than the migrations grant.
 */
export async function provideAppLogin({ ownerUrl, login, ring, appUrl }: AppLoginOptions): Promise<string> {
  const url = appUrl ?? (await ensureLogin(ownerUrl, login, ring));
  if (appUrl !== undefined) await assertSameDatabase(ownerUrl, appUrl);
  await assertPowerless(url, appUrl === undefined ? 'The login of the product' : 'DATABASE_APP_URL');
  return url;
}

const WHICH_DATABASE = `
  select (select system_identifier from pg_control_system()) || ' ' || oid as which from pg_database where datname = current_database()`;

/** Throws where the two addresses lead to different databases: one would be migrated, the other one used. */
async function assertSameDatabase(ownerUrl: string, appUrl: string): Promise<void> {
  const which = (url: string) =>
    withClient(url, async (client) => (await client.query<{ which: string }>(WHICH_DATABASE)).rows[0]?.which);
  const [migrated, used] = await Promise.all([which(ownerUrl), which(appUrl)]);
  if (migrated !== used)
    throw new MigrationError(
      'DATABASE_APP_URL is another database than DATABASE_URL: one would be migrated, the other one used.',
    );
}

/** Logins belong to the whole server, so the name says of which database it is. */
async function loginName(owner: pg.Client, keyId: number): Promise<string> {
  const { rows } = await owner.query<{ oid: string }>(
    'select oid::text from pg_database where datname = current_database()',
  );
  return `holdfast_login_${rows[0]?.oid}_${keyId}`;
}

/** The address with another user. An address without a host (a local socket) can carry a user in its parameters only. */
function withUser(url: string, user: string, password: string): string {
  const target = new URL(url);
  target.searchParams.delete('user');
  target.searchParams.delete('password');
  if (target.hostname === '') {
    target.searchParams.set('user', user);
    target.searchParams.set('password', password);
  } else {
    [target.username, target.password] = [user, password];
  }
  return target.href;
}

async function ensureLogin(
  ownerUrl: string,
  { keyId, password }: AppLogin,
  ring: Keyring | undefined,
): Promise<string> {
  return withClient(ownerUrl, async (owner) => {
    const name = await loginName(owner, keyId);
    const url = withUser(ownerUrl, name, password);
    await undoOwnDoings(owner, name);
    if (await isUsable(url)) return url;
    const mayChange = ring ? await ownsData(owner, keyId, ring) : true;
    try {
      await createLogin(owner, { name, url, password, mayChange });
    } catch (cause) {
      if (!isDenied(cause)) throw cause;
      throw new MigrationError(
        `The database user may not create the product's login: let a superuser run once "create role ${name} login password '<password>' in role ${APP_ROLE};", give that login as DATABASE_APP_URL and start again.`,
        { cause },
      );
    }
    return url;
  });
}

/**
 * Whether the data are this key's, so that a login of its number with another password is nobody else's. A process with a wrong key is refused here
 * and not later: the password that it would give the login shuts the running product out of its database.
 */
async function ownsData(owner: pg.Client, keyId: number, ring: Keyring): Promise<boolean> {
  const { rows } = await owner.query<StoredKey>('select name, sealed from platform.kept_key');
  const ids = assertOpens(ring, rows);
  return ids.size === 0 || ids.has(keyId);
}

interface WantedLogin {
  readonly name: string;
  readonly url: string;
  readonly password: string;
  /** Whether it gets this password where it has another one. */
  readonly mayChange: boolean;
}

/** Creates the login or gives it the password, once at a time: several processes may start together. */
async function createLogin(owner: pg.Client, { name, url, password, mayChange }: WantedLogin): Promise<void> {
  const verifier = scramVerifier(password);
  await onceAtATime(owner, name, async () => {
    const { rows } = await owner.query('select from pg_roles where rolname = $1', [name]);
    const isThere = rows.length > 0;
    if (isThere && !mayChange && !(await isUsable(url)))
      throw new KeyError(
        `${name} belongs to another master key of the same id: give every process the same one. Where nobody uses it any more, drop that login.`,
      );
    await owner.query(
      !isThere
        ? `create role ${name} login password '${verifier}' in role ${APP_ROLE}`
        : `alter role ${name} password '${verifier}'`,
    );
  });
}

const OWN_DOINGS = `
  select exists (select from pg_db_role_setting s where s.setrole = r.oid) as "hasSettings",
    exists (
      select from pg_shdepend s join pg_database d on d.oid = s.dbid
      where s.refclassid = 'pg_authid'::regclass and s.refobjid = r.oid and s.deptype = 'o' and d.datname = current_database()
    ) as "ownsSomething"
  from pg_roles r where r.rolname = $1`;

/**
 * Takes away what the login has given itself, which PostgreSQL lets every user do: settings of its next connections, by which commits need not reach the disk
 * or nobody can connect at all, and large objects and default privileges, with which no start would accept it. It is meant to have none.
 */
async function undoOwnDoings(owner: pg.Client, name: string): Promise<void> {
  const { rows } = await owner.query<{ hasSettings: boolean; ownsSomething: boolean }>(OWN_DOINGS, [name]);
  const undo = async (...statements: string[]) => {
    try {
      await onceAtATime(owner, name, async () => {
        for (const statement of statements) await owner.query(statement);
      });
    } catch (error) {
      if (!isDenied(error)) throw error; // then assertPowerless() says what an administrator has to take away
    }
  };
  if (rows[0]?.hasSettings) {
    const here = `do $$ begin execute format('alter role ${name} in database %I reset all', current_database()); end $$`;
    await undo(`alter role ${name} reset all`, here);
  }
  if (rows[0]?.ownsSomething) await undo(`drop owned by ${name}`);
}

const isDenied = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42501';

/** Runs what changes the login, in a transaction that no other process has at the same moment. */
async function onceAtATime(owner: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  await owner.query('begin');
  try {
    await owner.query(`select pg_advisory_xact_lock(hashtextextended('${name}', 0))`);
    await work();
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => {}); // a lost connection is rolled back by the server
    throw error;
  }
}

/** A password as PostgreSQL keeps it (RFC 5803), made here so that the password itself is in no statement and in no log of the server. */
function scramVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (label: string) => createHmac('sha256', salted).update(label).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/** SQLSTATE class of a login that is unknown or has another password. */
const REFUSED_LOGIN = /^28/;

async function isUsable(url: string): Promise<boolean> {
  try {
    return await withClient(url, async () => true);
  } catch (error) {
    if (error instanceof pg.DatabaseError && REFUSED_LOGIN.test(error.code ?? '')) return false;
    throw error;
  }
}

const POWERS = `
  select r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls as "is powerful",
    pg_has_role(session_user, d.datdba, 'MEMBER') or pg_has_role(session_user, n.nspowner, 'MEMBER') as "is a member of the owner",
    has_database_privilege(d.oid, 'TEMPORARY') as "may create temporary objects",
    has_schema_privilege('public', 'CREATE') as "may create objects in the schema public",
    has_database_privilege(d.oid, 'CREATE') as "may create schemas",
    not pg_has_role(session_user, '${APP_ROLE}', 'USAGE') as "is no member of ${APP_ROLE}",
    exists (
      select from pg_roles other where other.rolname not in (session_user, '${APP_ROLE}') and pg_has_role(session_user, other.oid, 'MEMBER')
    ) as "is a member of other roles than ${APP_ROLE}",
    exists (select from pg_db_role_setting s where s.setrole = r.oid and s.setdatabase in (0, d.oid)) as "has settings of its own",
    exists (
      select from pg_shdepend s where s.refclassid = 'pg_authid'::regclass and s.refobjid = r.oid and s.dbid = d.oid
    ) as "owns something or has grants of its own"
  from pg_roles r, pg_database d, pg_namespace n
  where r.rolname = session_user and d.datname = current_database() and n.nspname = 'platform'`;

/** Throws one sentence where the product's login could do more than it is granted: then no grant of the migrations would mean anything. */
async function assertPowerless(url: string, what: string): Promise<void> {
  const { rows } = await withClient(url, (client) => client.query<Record<string, boolean>>(POWERS));
  const faults = Object.entries(rows[0] ?? { 'cannot see the schema': true }).filter(([, is]) => is);
  if (faults.length === 0) return;
  throw new MigrationError(
    `${what} ${faults.map(([fault]) => fault).join(', ')}: the product does not start with it (docs/operating/run.md says what its login needs).`,
  );
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'holdfast-login' });
  client.on('error', () => {}); // the running statement rejects as well
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
