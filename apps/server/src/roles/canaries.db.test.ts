import { createHash } from 'node:crypto';
import { callOf, registry, type CallOutput, type CallPath } from '@holdfast/contract/calls';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { holdsDigits } from '#testing/holds-digits.ts';
import { identityOf } from '#testing/identities.ts';
import { givePersonal, verify } from '#testing/personal.ts';
import { codeSentTo } from '#testing/posted.ts';
import { type TestClient } from '#testing/test-client.ts';
import { freshAccount, freshMobile, testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';

/**
 * Secrets that nothing else contains are typed in wherever a person types one, rightly and wrongly, and then everything that the server
 * wrote is searched for them: its log, every row of every table, and what it answered to somebody else.
 */
const server = await testServer();
const { database, secrets } = server;
const parts = { db: database.db, secrets };

const mobile = freshMobile();
const PASSWORDS = { first: 'Canary1aQ', second: 'Canary2bQ', wrong: 'Canary3cQ' };
const CODES = { secret: '918273', newSecret: '827361', wrongSecret: '736451' };
const ANSWERS = ['canary-answer-one', 'canary-answer-two', 'canary-answer-three'];
const CARD = '9182736455463728';
const [REAL_NAME, HOLDER, PAYER, LAST_FIVE] = ['游本人', '林予安', '高付款', '73519'];
const IDENTITY = 'F131104093';
const SAID = 'canary of a message';
const MAIL = 'canary.of.mail@mail.example';
const INSTALL = 'c0ffee00c0ffee00c0ffee00c0ffee00';

/** What is planted, by what it is. Filled while it is used: codes and tokens are the server's own. */
const planted = new Map<string, string>();
const answered: string[] = [];

async function mustSucceed<T>(
  client: TestClient,
  path: CallPath,
  input: object,
  more: { account?: string; secret?: string } = {},
): Promise<T> {
  const { account, secret } = more;
  const reply = await client.send<T>(path, input, account === undefined ? {} : { account }, {
    ...(secret !== undefined && { secret }),
  });
  expect(reply.outcome, `${path}: ${JSON.stringify(reply)}`).toBe('SUCCESS');
  return reply.data;
}

async function registerByCode(client: TestClient, account: string): Promise<void> {
  const sent = await mustSucceed<{ id: string }>(client, '/utils/otp/mobile/send', {
    purpose: 'register',
    target: mobile,
  });
  const code = await codeSentTo(parts, mobile);
  const { ticket } = await mustSucceed<{ ticket: string }>(client, '/utils/otp/mobile/verify', {
    id: sent.id,
    code,
  });
  const member = await mustSucceed<CallOutput<'/member/register'>>(client, '/member/register', {
    ...(await server.registration(client)),
    account,
    otpTicket: ticket,
    installId: INSTALL,
    password: PASSWORDS.first,
    newTranspass: CODES.secret,
  });
  client.keepProof(member);
  planted.set('one-time code ticket', ticket);
  planted.set('access token', member.access_token);
  planted.set('session proof', defined(client.proof, 'signed in').checksum);
}

/** Each secret where it belongs, and the wrong ones beside it. */
async function useSecrets(client: TestClient, account: string): Promise<void> {
  const card = { bankCode: '822', accountNumber: CARD, holderName: HOLDER };
  const params = { account };
  await client.send('/member/login', {
    account,
    password: PASSWORDS.wrong,
    installId: '2'.repeat(32),
  });
  await client.send('/member/bankadd/{account}', card, params, { secret: CODES.wrongSecret });
  await mustSucceed(client, '/member/bankadd/{account}', card, { account, secret: CODES.secret });
  await mustSucceed(
    client,
    '/member/changepass/{account}',
    { password: PASSWORDS.first, newPassword: PASSWORDS.second },
    { account, secret: CODES.secret },
  );
  await mustSucceed(
    client,
    '/member/settranspass/{account}',
    { oldTranspass: CODES.secret, newTranspass: CODES.newSecret },
    { account },
  );
  const { questions } = await mustSucceed<CallOutput<'/member/securityquestion/list'>>(
    client,
    '/member/securityquestion/list',
    {},
  );
  const answers = questions.slice(0, 3).map(({ id }, i) => ({ id, answer: ANSWERS[i] }));
  await mustSucceed(client, '/member/security/questions-set', { answers }, { secret: CODES.newSecret });
}

async function idOf(account: string): Promise<MemberId> {
  const { rows } = await sql<{ id: MemberId }>`
    select id::text from member.member where account = ${account}`.execute(database.owner);
  return defined(rows[0], account).id;
}

/** What others see of a member in trade, and what a reviewer will set: names, an address, a payment. */
async function leavePersonalTraces(account: string): Promise<void> {
  await givePersonal(database.owner, await idOf(account), { mail: MAIL, realName: REAL_NAME });
  const { buyer, order } = await lockedOrder(server);
  await buyer.call('/order/paid', { ...paidInput(order), payer: PAYER, lastFive: LAST_FIVE });
  await buyer.call('/order/say', { orderId: order.orderId, text: SAID });
  const applicant = await server.member({ isVerified: false });
  const identity = await identityOf(server, applicant, { number: IDENTITY, realName: REAL_NAME });
  await applicant.call('/member/real-name/upload-auth/{account}', identity);
  const visitor = await server.visitor();
  await visitor.send('/utils/otp/mobile/send', { purpose: 'forgotten', account, channel: 'mail' });
}

/** A fault of ours in the middle of each, which is what a log is for. */
async function meetFaults(client: TestClient, account: string): Promise<void> {
  const hide = (table: string, name: string) =>
    sql.raw(`alter table ${table} rename to ${name}`).execute(database.owner);
  await hide('member.credential', 'credential_away');
  const [password, installId] = [PASSWORDS.second, '2'.repeat(32)];
  await client.send('/member/login', { account, password, installId });
  await client.send(
    '/member/bankadd/{account}',
    { bankCode: '822', accountNumber: CARD, holderName: HOLDER },
    { account },
    { secret: CODES.newSecret },
  );
  await client.send('/utils/otp/mobile/send', { purpose: 'register', target: mobile });
  await hide('member.credential_away', 'credential');
}

async function askAsAnother(): Promise<void> {
  const other = await server.member();
  const reads = (Object.keys(registry) as CallPath[]).filter(
    (path) => callOf(path).kind === 'read' && callOf(path).schemas !== undefined,
  );
  for (const path of reads)
    answered.push(JSON.stringify(await other.client.send(path, {}, { account: other.account, id: '1' })));
}

beforeAll(async () => {
  for (const [kind, values] of Object.entries({ password: PASSWORDS, 'transaction secret': CODES }))
    for (const [which, value] of Object.entries(values)) planted.set(`${which} ${kind}`, value);
  ANSWERS.forEach((answer, i) => planted.set(`security answer ${i + 1}`, answer));
  planted.set('card number', CARD);
  planted.set('identity number', IDENTITY);
  const client = await server.visitor({ address: '203.0.113.77' });
  const account = freshAccount();
  await registerByCode(client, account);
  await verify(database.owner, await idOf(account), HOLDER);
  await useSecrets(client, account);
  await leavePersonalTraces(account);
  await meetFaults(client, account);
  await askAsAnother();
});

async function everyRow(): Promise<{ table: string; text: string }[]> {
  const { rows: tables } = await sql<{ table: string }>`
    select format('%I.%I', table_schema, table_name) as "table" from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    database.owner,
  );
  expect(tables.length, 'the tables of the product').toBeGreaterThan(15);
  const found = await Promise.all(
    tables.map(async ({ table }) => {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(table)} t`.execute(
        database.owner,
      );
      return rows.map(({ text }) => ({ table, text }));
    }),
  );
  return found.flat();
}

const holds = (text: string, secret: string): boolean =>
  /^\d{5,6}$/.test(secret) ? holdsDigits(text, secret) : text.includes(secret);

/** As bytes in a bytea column, and as a bare hash, which for six digits is as good as plain. */
function disguisesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hash = createHash('sha256').update(secret).digest();
  return [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')].concat(
    secret.length < 20 ? [hash.toString('hex'), hash.toString('base64')] : [],
  );
}

/** Personal data and the install id, which a copy of the database must not give away either. */
const personalAtRest = new Map([
  ['mobile', mobile],
  ['mobile without its country', mobile.slice(4)],
  ['mail address', MAIL],
  ['real name', REAL_NAME],
  ['card holder', HOLDER],
  ['payer', PAYER],
  ['message', SAID],
  ['last five digits of the payer', LAST_FIVE],
  ['install id', INSTALL],
]);

it('stores no secret and no personal data in plain text in any row of any table', async () => {
  const rows = await everyRow();
  const leaks = [...planted, ...personalAtRest].flatMap(([kind, secret]) =>
    rows
      .filter(
        ({ text }) => holds(text, secret) || disguisesOf(secret).some((disguise) => text.includes(disguise)),
      )
      .map(({ table }) => `${kind} in ${table}`),
  );
  expect(leaks).toEqual([]);
});

it('writes no secret, full number or address into the log', () => {
  expect(server.logLines.length).toBeGreaterThan(0);
  const personal = new Map([...planted, ['mobile', mobile.slice(1)]]);
  const leaks = [...personal].filter(([, text]) => server.logLines.some((line) => holds(line, text)));
  expect(leaks).toEqual([]);
});

it('shows another member none of it', () => {
  expect(answered.length).toBeGreaterThan(5);
  const personal = new Map([...planted, ['mobile', mobile.slice(-8)]]);
  const leaks = [...personal].filter(([, text]) => answered.some((answer) => holds(answer, text)));
  expect(leaks).toEqual([]);
});
