import { callOf, isAnsweredAt, registry, type Call, type CallPath } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import {
  mayDo,
  OPERATOR_ROLES,
  PERMISSIONS,
  by,
  type OperatorRole,
  type Permission,
} from '@holdfast/contract/operators';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '#testing/sample-input.ts';
import { TestClient, TRANSACTION_SECRET, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

/**
 * Who may call what, for every call of the registry: whoever adds one gets these tests with it. The inputs are made from the
 * schemas, so each refusal is one of the caller and not of a field.
 */
const server = await testServer();
const STRANGER = 'NOT_SIGNED_IN';
const UNKNOWN_SESSION = 'LOGIN_RECORD_NOT_FOUND';
const OTHER_ROLE = 'ROLE_NOT_ALLOWED';
const NOT_FOUND = 'MEMBER_NOT_FOUND';

const paths = Object.keys(registry) as CallPath[];
const callable = paths.filter((path) => callOf(path).kind !== 'stream');
const isFor = (call: Call, kind: string) =>
  call.who.some((who) => who === kind || who.startsWith(`${kind}:`));
const isBuilt = (path: CallPath) => callOf(path).schemas !== undefined;
const built = callable.filter(isBuilt);
const open = built.filter((path) => isFor(callOf(path), 'anyone'));
const members = built.filter((path) => ['member', 'self', 'own'].some((kind) => isFor(callOf(path), kind)));
const selfs = built.filter((path) => isFor(callOf(path), 'self') && path.includes('{account}'));
const operators = built.filter((path) => callOf(path).who.every((who) => who.startsWith('op:')));
const doors = built.filter((path) => isFor(callOf(path), 'console'));

let serial = 0;
/** Each from an address of its own: the limits per address are not what is asked here. */
const freshAddress = () => `203.0.113.${(serial = (serial % 250) + 1)}`;

async function ask(client: TestClient, path: CallPath, account: string): Promise<ErrorName> {
  const call = callOf(path);
  const input = call.schemas ? (sampleOf(call.schemas.input) as object) : {};
  const secret = call.secret ? { secret: TRANSACTION_SECRET } : {};
  const reply = await client.send(path, input, { account, id: '1' }, secret);
  return reply.outcome;
}

const visitor = (at: 'member' | 'console' = 'member') => server.visitor({ address: freshAddress(), at });

describe.each(open)('%s', (path) => {
  it('needs no session', async () => {
    expect([STRANGER, UNKNOWN_SESSION, OTHER_ROLE]).not.toContain(
      await ask(await visitor(), path, 'somebody1'),
    );
  });
});

describe.each(doors)('%s', (path) => {
  it('needs no session at the console, and is not there for members', async () => {
    expect([STRANGER, UNKNOWN_SESSION, OTHER_ROLE]).not.toContain(
      await ask(await visitor('console'), path, 'somebody1'),
    );
    expect(await ask(await visitor(), path, 'somebody1')).toBe(OTHER_ROLE);
  });
});

describe('a visitor', () => {
  it.each(members)('is not signed in for %s', async (path) => {
    expect(await ask(await visitor(), path, 'somebody1')).toBe(STRANGER);
  });

  it.each(operators)('of the console is not signed in for %s', async (path) => {
    expect(await ask(await visitor('console'), path, 'somebody1')).toBe(STRANGER);
  });
});

describe('a member', () => {
  let me: TestMember;
  let other: TestMember;
  beforeAll(async () => {
    [me, other] = await Promise.all([
      server.member({ isVerified: false }),
      server.member({ isVerified: false }),
    ]);
  });

  it.each(members)('may call %s', async (path) => {
    const caller = await server.member({ isVerified: false }); // some calls end the session that makes them
    expect([STRANGER, UNKNOWN_SESSION, OTHER_ROLE]).not.toContain(
      await ask(caller.client, path, caller.account),
    );
  });

  it.each(selfs)("is refused %s under another member's account, which is audited", async (path) => {
    expect(await ask(me.client, path, other.account)).toBe(NOT_FOUND);
    expect(await ask(me.client, path, 'nobody0000')).toBe(NOT_FOUND);
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from platform.audit
      where actor = ${`member:${me.id}`} and action = 'call-refused'
        and subject = ${path.replace('{account}', other.account)}`.execute(server.database.owner);
    expect(defined(rows[0], 'a count').count).toBeGreaterThan(0n);
  });

  it.each(operators)('lacks the role for %s', async (path) => {
    expect(await ask(me.client, path, me.account)).toBe(OTHER_ROLE);
  });
});

describe('an operator', () => {
  const clients = new Map<OperatorRole, TestClient>();
  beforeAll(async () => {
    for (const role of OPERATOR_ROLES) clients.set(role, await server.operator(role));
  });
  const clientOf = (role: OperatorRole) => defined(clients.get(role), role);

  const membersAlone = members.filter((path) => !isAnsweredAt('console', callOf(path)));
  it.each([...membersAlone, ...open])('finds no %s at the console', async (path) => {
    expect(await ask(clientOf('admin'), path, 'somebody1')).toBe(OTHER_ROLE);
  });

  it.each(members)('whose proof is brought to the member app is nobody for %s', async (path) => {
    const { proof = null } = clientOf('admin');
    const thief = await visitor();
    const { outcome } = await thief.send(
      path,
      sampleOf(defined(callOf(path).schemas, path).input) as object,
      { account: 'somebody1', id: '1' },
      {
        proof: proof && { ...proof, device: thief.device },
        secret: TRANSACTION_SECRET,
      },
    );
    expect(outcome).toBe(UNKNOWN_SESSION);
  });

  it('is nobody with the proof of a member, at any call of operators', async () => {
    const { client } = await server.member({ isVerified: false });
    const thief = await TestClient.connect(server.consoleApp, server.secrets, freshAddress(), client.device);
    for (const path of operators) {
      const input = sampleOf(defined(callOf(path).schemas, path).input) as object;
      const { outcome } = await thief.send(
        path,
        input,
        { account: 'somebody1', id: '1' },
        { proof: client.proof ?? null },
      );
      expect([path, outcome]).toEqual([path, UNKNOWN_SESSION]);
    }
  });

  const permissions = Object.keys(PERMISSIONS) as Permission[];
  /** The table of permissions decides: what a call says of its callers must be what some permission says. */
  it.each(operators)('needs a permission of the table for %s', (path) => {
    const who = callOf(path).who.toSorted().join();
    expect(permissions.filter((one) => by(one).toSorted().join() === who)).not.toEqual([]);
  });
  const mayCall = (path: CallPath, role: OperatorRole) =>
    permissions.some((one) => by(one).join() === callOf(path).who.join() && mayDo(role, one));
  const cells = operators.flatMap((path) => OPERATOR_ROLES.map((role) => [path, role] as const));

  it.each(cells.filter((cell) => mayCall(...cell)))('may call %s as %s', async (path, role) => {
    // A client of its own: some calls end the session that makes them.
    expect([STRANGER, UNKNOWN_SESSION, OTHER_ROLE]).not.toContain(
      await ask(await server.operator(role), path, 'somebody1'),
    );
  });

  it.each(cells.filter((cell) => !mayCall(...cell)))('may not call %s as %s', async (path, role) => {
    expect(await ask(clientOf(role), path, 'somebody1')).toBe(OTHER_ROLE);
  });

  it('whose session has expired, or who is disabled, is signed out', async () => {
    const client = await server.operator('admin');
    const path = operators[0];
    if (path === undefined) return; // no call for operators is built yet
    await sql`update operator.operator set disabled = true where id = (select max(id) from operator.operator)`.execute(
      server.database.owner,
    );
    expect(await ask(client, path, 'somebody1')).toBe('SESSION_TIMEOUT');
  });
});

describe('a call without a handler', () => {
  let client: TestClient;
  beforeAll(async () => {
    ({ client } = await server.member({ isVerified: false }));
  });

  it.each(callable.filter((path) => !isBuilt(path)))(
    '%s answers as unknown, or as one for partners alone',
    async (path) => {
      const isPartners = callOf(path).who.every((who) => who === 'partner');
      expect(await ask(client, path, 'somebody1')).toBe(isPartners ? OTHER_ROLE : 'CALL_UNKNOWN');
    },
  );
});

describe('all those calls', () => {
  it('have given nobody a level, a role or coins', async () => {
    const { rows } = await sql`
      select account as whose from member.member
      where level <> 0 or role <> 'member' or real_name_status <> 'none' or login_forbidden or platform_binding
      union all select account from member.member join bank.card on member_id = member.id where status = 'Approved'
      union all select id::text from ledger.account where balance <> 0`.execute(server.database.owner);
    expect(rows).toEqual([]);
  });
});
