import type { CallOutput, CallPath } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { admins, enrol, type Enrolled } from '#testing/test-operator.ts';
import { testServer } from '#testing/test-server.ts';
import { messageOpener } from '#platform/messaging/messages.ts';

/** What two operators do together: threats J3. */
const server = await testServer();
const { owner, db } = server.database;
let lin: Enrolled;
let chen: Enrolled;
beforeAll(async () => {
  [lin, chen] = await admins(server);
});

const REASON = 'a colleague starts on Monday';
const ask = (by: Enrolled, path: CallPath, input: object) =>
  by.client.send<{ requestId: string }>(path, { reason: REASON, ...input });
const decide = async (by: Enrolled, id: string, verdict: string, note = '') =>
  (await by.client.send('/operator/request/decide', { id, verdict, note })).outcome;
const listed = async (by: Enrolled, state?: string) =>
  (
    await by.client.send<CallOutput<'/operator/request/list'>>('/operator/request/list', {
      ...(state && { state }),
    })
  ).data.items;

const add = async (email: string, role = 'risk') =>
  (await ask(lin, '/operator/administration/add', { email, name: '王小明', role })).data.requestId;

describe('a request', () => {
  it('shows both people exactly what will happen, and happens when somebody else approves', async () => {
    const id = await add('wang@operators.example');
    const [seen] = await listed(chen, 'open');
    expect(seen).toMatchObject({
      id,
      kind: 'operator-add',
      reason: REASON,
      askedBy: lin.email,
      isMine: false,
      mayDecide: true,
      isStale: false,
      changes: [
        { field: 'email', before: '', after: 'wang@operators.example' },
        { field: 'name', before: '', after: '王小明' },
        { field: 'role', before: '', after: 'risk' },
      ],
    });
    expect(await decide(chen, id, 'approved')).toBe('SUCCESS');
    const { rows } =
      await sql`select role, enrolled_at from operator.operator where email = 'wang@operators.example'`.execute(
        owner,
      );
    expect(rows).toEqual([{ role: 'risk', enrolled_at: null }]);
    expect((await listed(lin, 'decided'))[0]).toMatchObject({ id, state: 'approved', decidedBy: chen.email });
  });

  it('is never approved by whoever asked', async () => {
    const id = await add('self@operators.example');
    expect(await decide(lin, id, 'approved')).toBe('REQUEST_OWN');
    expect(await decide(lin, id, 'refused')).toBe('REQUEST_OWN');
    expect((await listed(lin, 'open')).find((one) => one.id === id)).toMatchObject({
      isMine: true,
      mayDecide: false,
    });
    expect(await decide(lin, id, 'withdrawn')).toBe('SUCCESS');
    expect(await decide(chen, id, 'approved')).toBe('REQUEST_CLOSED');
  });

  it('stays on record when it is refused, with the reason', async () => {
    const id = await add('no@operators.example');
    expect(await decide(chen, id, 'refused', 'nobody knows them')).toBe('SUCCESS');
    expect((await listed(lin, 'decided'))[0]).toMatchObject({
      id,
      state: 'refused',
      note: 'nobody knows them',
    });
    expect(await decide(chen, id, 'approved')).toBe('REQUEST_CLOSED');
    const { rows } = await sql`select 1 from operator.operator where email = 'no@operators.example'`.execute(
      owner,
    );
    expect(rows).toEqual([]);
  });

  it('that rests on something else by now can only be refused', async () => {
    const approved = await add('late@operators.example', 'support');
    await decide(chen, approved, 'approved');
    const role = (
      await ask(lin, '/operator/administration/role', { email: 'late@operators.example', role: 'risk' })
    ).data.requestId;
    const other = (
      await ask(lin, '/operator/administration/role', { email: 'late@operators.example', role: 'treasury' })
    ).data.requestId;
    expect(await decide(chen, role, 'approved')).toBe('SUCCESS');
    expect((await listed(chen, 'open')).find(({ id }) => id === other)).toMatchObject({ isStale: true });
    expect(await decide(chen, other, 'approved')).toBe('REQUEST_STALE');
    expect(await decide(chen, other, 'refused')).toBe('SUCCESS');
  });

  it('that would change nothing is not asked', async () => {
    expect(
      (await ask(lin, '/operator/administration/role', { email: chen.email, role: 'admin' })).outcome,
    ).toBe('NOTHING_CHANGES');
    expect(
      (await ask(lin, '/operator/administration/add', { email: chen.email, name: 'x', role: 'admin' }))
        .outcome,
    ).toBe('OPERATOR_EXISTS');
  });

  it('cannot be decided after three days', async () => {
    const id = await add('old@operators.example');
    await sql`update operator.request set decision = null where id = ${id}`.execute(owner);
    await server.database.setClock('73 hours');
    await sql`update operator.session set created_at = platform.app_now(), active_at = platform.app_now() where ended_at is null`.execute(
      owner,
    );
    expect(await decide(chen, id, 'approved')).toBe('REQUEST_CLOSED');
    await server.database.setClock('0');
    await sql`update operator.session set created_at = platform.app_now(), active_at = platform.app_now() where ended_at is null`.execute(
      owner,
    );
  });

  it('two administrators who approve at once do it once', async () => {
    const id = await add('once@operators.example');
    const outcomes = await Promise.all([decide(chen, id, 'approved'), decide(chen, id, 'approved')]);
    expect(outcomes.toSorted()).toEqual(['REQUEST_CLOSED', 'SUCCESS']);
  });
});

describe('the database', () => {
  it.each([
    [
      'makes no operator',
      `insert into operator.operator (email, name, role) values ('e@e.example', 'e', 'admin')`,
    ],
    ['gives no role', `update operator.operator set role = 'admin'`],
    ['lets nobody back in', `update operator.operator set disabled = false`],
    [
      'takes no request of its own',
      `insert into operator.request (kind, subject, payload, changes, reason, asked_by, expires_at) values ('operator-add', 'x', '{}', '[]', 'x', 1, now())`,
    ],
    [
      'decides nothing by itself',
      `update operator.request set decision = 'approved', decided_by = 2, decided_at = now()`,
    ],
    ['carries out nothing that nobody approved', `select operator.add_operator(999999)`],
    [
      'asks nothing without a session',
      `select operator.ask('\\x00', 'operator-add', 'x', '{}', '[]', 'x', now())`,
    ],
  ])('%s for the application', async (_, statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(
      /permission denied|no live session|no approved request/,
    );
  });
});

describe('an added operator', () => {
  it('enrols with an invitation that goes to the own address alone, and has the role that was approved', async () => {
    const email = 'invited@operators.example';
    await decide(chen, await add(email, 'support'), 'approved');
    expect((await lin.client.send('/operator/administration/invite', { email })).outcome).toBe('SUCCESS');
    const { rows } = await sql<{
      id: string;
      sealed: Buffer;
    }>`select id, sealed from platform.message`.execute(owner);
    const sent = rows.map((row) => messageOpener(server.secrets)(row)).find(({ to }) => to === email);
    const token = /^[A-Za-z0-9_-]{22}$/m.exec(sent?.text ?? '')?.[0] ?? '';
    const { client } = await enrol(server, token);
    const own = await client.send<CallOutput<'/operator/me'>>('/operator/me', {});
    expect(own.data).toMatchObject({ email, role: 'support' });
    expect((await client.send('/operator/audit/list', {})).outcome).toBe('ROLE_NOT_ALLOWED');
    // Suspended by two, and out at once.
    const id = (await ask(lin, '/operator/administration/access', { email, access: 'suspend' })).data
      .requestId;
    await decide(chen, id, 'approved');
    expect((await client.send('/operator/me', {})).outcome).toBe('NOT_SIGNED_IN');
  });
});

describe('administrators', () => {
  it('see who the operators are, and end a session at once, alone and with a reason', async () => {
    const list = async () =>
      (
        await lin.client.send<CallOutput<'/operator/administration/list'>>(
          '/operator/administration/list',
          {},
        )
      ).data.operators;
    const before = (await list()).find(({ email }) => email === chen.email);
    expect(before).toMatchObject({ role: 'admin', isEnrolled: true, isSignedIn: true, isDisabled: false });
    const end = (input: object) => lin.client.send('/operator/administration/end-session', input);
    expect((await end({ email: chen.email, reason: '' })).outcome).toBe('PARAMETERS_INVALID');
    expect((await end({ email: chen.email, reason: 'left the desk open' })).outcome).toBe('SUCCESS');
    expect((await chen.client.send('/operator/me', {})).data).toMatchObject({ reason: 'operator' });
    expect((await end({ email: chen.email, reason: 'once more' })).outcome).toBe('NOTHING_CHANGES');
    expect((await end({ email: 'nobody@operators.example', reason: 'once more' })).outcome).toBe(
      'OPERATOR_NOT_FOUND',
    );
  });

  it('take away how an operator signs in, two together, and nobody gets in until there is an invitation', async () => {
    const wang = 'reset@operators.example';
    const third = await server.operator('admin');
    const decideAs = async (id: string) =>
      (await third.send('/operator/request/decide', { id, verdict: 'approved', note: '' })).outcome;
    expect(await decideAs(await add(wang, 'support'))).toBe('SUCCESS');
    expect((await ask(lin, '/operator/administration/reset', { email: wang })).outcome).toBe(
      'NOTHING_CHANGES',
    );
    const id = (await ask(lin, '/operator/administration/reset', { email: chen.email })).data.requestId;
    expect(await decideAs(id)).toBe('SUCCESS');
    const { rows } =
      await sql`select from operator.credential c join operator.operator o on o.id = c.operator_id where o.email = ${chen.email}`.execute(
        owner,
      );
    expect(rows).toEqual([]);
  });
});
