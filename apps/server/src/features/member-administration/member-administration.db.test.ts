import type { CallOutput, CallPath } from '@holdfast/contract/calls';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { cards } from '#features/bank-cards/card.store.ts';
import { insertApplication } from '#features/real-name/application.store.ts';
import { inTransaction } from '#platform/db/db.ts';
import { givePersonal } from '#testing/personal.ts';
import { PASSWORD, type TestClient } from '#testing/test-client.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';
import { sellerWithListing } from '#testing/traders.ts';

/** What operators see of members and change about them (threats J3, J4, J7). */
const server = await testServer();
const { owner } = server.database;

type List = CallOutput<'/member/appbk/memberList'>;
type Detail = CallOutput<'/operator/member/detail/{account}'>;

const list = async (client: TestClient, search?: string, cursor?: string) =>
  (
    await client.send<List>('/member/appbk/memberList', {
      ...(search && { search }),
      ...(cursor && { cursor }),
    })
  ).data;
const detail = (client: TestClient, account: string) =>
  client.send<Detail>('/operator/member/detail/{account}', {}, { account });
const lines = async (action: string, subject: string) => {
  const { rows } = await sql<{ actor: string; detail: Record<string, string> }>`
    select actor, detail from platform.audit where action = ${action} and subject = ${subject} order by id`.execute(
    owner,
  );
  return rows;
};

describe('the list of members', () => {
  it('finds by the beginning of an account, and by a whole uid, mobile or nickname, and shows nothing unmasked', async () => {
    const support = await server.operator('support');
    const mobile = freshMobile();
    const member = await server.member({ mobile, account: 'zfindme1', nick: '找得到' });
    await server.member({ account: 'zfindme2' });
    const accounts = async (search: string) =>
      (await list(support, search)).items.map(({ account }) => account);
    expect(await accounts('zfind')).toEqual(['zfindme1', 'zfindme2']);
    expect(await accounts(mobile)).toEqual([member.account]);
    expect(await accounts(mobile.replace('+886', '0'))).toEqual([member.account]);
    expect(await accounts('找得到')).toEqual([member.account]);
    const [found] = (await list(support, 'zfindme1')).items;
    expect(await accounts(found?.uid ?? '')).toEqual([member.account]);
    expect(JSON.stringify(found)).not.toContain(mobile.slice(-8));
    expect(await accounts(mobile.slice(0, -1))).toEqual([]);
  });

  it('finds by the whole of what is sealed, by no part of it, and logs each such search without the value', async () => {
    const support = await server.operator('support');
    const member = await server.member({ nick: '不是名字' });
    const [mail, realName, number, accountNumber] = [
      'find.me@mail.example',
      '尤尋得',
      'A187654323',
      '0044556677889',
    ];
    await givePersonal(owner, member.id, { mail, realName });
    await inTransaction(owner, async (tx) => {
      const files = { front: 'f', back: 'b', selfie: 's' };
      const details = { document: 'national-id', realName, number, bornOn: '1990-01-01' } as const;
      await insertApplication(tx, { memberId: member.id, version: 1, details, files, sent: ['details'] });
      await cards.insert(tx, {
        memberId: member.id,
        bankCode: '822',
        accountNumber,
        holderName: realName,
        status: 'Review',
      });
    });
    const accounts = async (search: string) =>
      (await list(support, search)).items.map(({ account }) => account);
    for (const whole of [
      mail,
      mail.toUpperCase(),
      realName,
      number,
      'a187-654-323',
      accountNumber,
      '44556677889',
    ])
      expect([whole, await accounts(whole)]).toEqual([whole, [member.account]]);
    for (const part of [
      mail.slice(1),
      mail.slice(0, -1),
      realName.slice(0, 2),
      number.slice(0, -1),
      accountNumber.slice(0, -1),
    ])
      expect([part, await accounts(part)]).toEqual([part, []]);
    const logged = await lines('members-searched', 'search:identityNumber');
    expect(logged[0]?.detail).toEqual({ field: 'identityNumber', value: 'A******323', count: 1 });
    expect(logged[0]?.actor).toMatch(/^operator:\d+$/);
    expect((await lines('members-searched', 'search:realName')).length).toBeGreaterThan(0);
    expect((await lines('members-searched', 'search:accountNumber')).length).toBeGreaterThan(0);
    const { rows } = await sql<{ text: string }>`
      select string_agg(detail::text, ' ') as text from platform.audit where action = 'members-searched'`.execute(
      owner,
    );
    for (const value of [mail, realName, number, accountNumber]) expect(rows[0]?.text).not.toContain(value);
  });

  it('forgets a value with the member who had it', async () => {
    const support = await server.operator('support');
    const member = await server.member();
    const count = async (search: string) => (await list(support, search)).items.length;
    await givePersonal(owner, member.id, { mail: 'before@mail.example' });
    await givePersonal(owner, member.id, { mail: 'after@mail.example' });
    expect([await count('before@mail.example'), await count('after@mail.example')]).toEqual([0, 1]);
  });

  it('lists everybody of one name, a page at a time', async () => {
    const support = await server.operator('support');
    const { rows } = await sql<{ id: MemberId }>`
      with made as (
        insert into member.member (uid, account, nick, nick_key)
        select (2100000000 + n)::text, 'zname' || lpad(n::text, 4, '0'), 'n' || n, 'zname' || n from generate_series(1, 60) n returning id)
      insert into member.credential (member_id, password_hash, secret_form) select id, 'x', 'six-digit' from made
      returning member_id::text as id`.execute(owner);
    for (const { id } of rows) await givePersonal(owner, id, { realName: '同名同姓' });
    const first = await list(support, '同名同姓');
    const rest = await list(support, '同名同姓', first.next ?? '');
    expect([first.items.length, rest.items.length, rest.next]).toEqual([50, 10, null]);
    expect(new Set([...first.items, ...rest.items].map(({ account }) => account)).size).toBe(60);
  });

  it('answers no operator more than 60 such searches in an hour', async () => {
    const support = await server.operator('support');
    const outcomes: string[] = [];
    for (let n = 0; n < 61; n += 1)
      outcomes.push(
        (await support.send<List>('/member/appbk/memberList', { search: `guess${n}@mail.example` })).outcome,
      );
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(60);
  });

  it('comes a page at a time, each member once', async () => {
    const support = await server.operator('support');
    await sql`
      with made as (
        insert into member.member (uid, account, nick, nick_key)
        select (2000000000 + n)::text, 'zpage' || lpad(n::text, 4, '0'), 'n' || n, 'zpage' || n from generate_series(1, 70) n returning id)
      insert into member.credential (member_id, password_hash, secret_form) select id, 'x', 'six-digit' from made`.execute(
      owner,
    );
    for (const search of ['zpage', undefined]) {
      const first = await list(support, search);
      const rest = await list(support, search, first.next ?? '');
      const all = [...first.items, ...rest.items].map(({ account }) => account);
      expect(first.items).toHaveLength(50);
      expect(all.length).toBeGreaterThanOrEqual(70);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it.each([`' or '1'='1`, `%`, `_`, `zz'; drop table member.member; --`, '\\', `) union select`])(
    'takes %s as text',
    async (search) => {
      const reply = await (
        await server.operator('support')
      ).send<List>('/member/appbk/memberList', { search });
      expect([reply.outcome, reply.data.items]).toEqual(['SUCCESS', []]);
    },
  );
});

describe('a member', () => {
  it('is shown whole and masked, and each view is logged', async () => {
    const member = await server.member();
    await givePersonal(owner, member.id, { mail: 'amber.lin@mail.example', realName: '林示範' });
    const resolver = await server.operator('resolver');
    const reply = await detail(resolver, member.account);
    expect(reply.data.member).toMatchObject({
      account: member.account,
      realName: '林○範',
      hasSecret: true,
      isForbidden: false,
    });
    expect(reply.data.balances.map(({ coin, total }) => [coin, total])).toEqual([
      ['TWD', '0.00'],
      ['USDT', '0.000000'],
    ]);
    expect(reply.data.session).not.toBeNull();
    const text = JSON.stringify(reply.data);
    for (const secret of ['amber.lin', '林示範']) expect(text).not.toContain(secret);
    expect(await lines('member-viewed', `member:${member.account}`)).toHaveLength(1);
    expect((await detail(resolver, 'nobody00')).outcome).toBe('MEMBER_NOT_FOUND');
  });

  it('is not signed in once the session has expired', async () => {
    const member = await server.member();
    for (const [age, idle] of [
      ['2 hours', '1 hour'],
      ['24 hours', '1 minute'],
    ]) {
      await sql`
        update member.session set created_at = platform.app_now() - ${age}::interval, active_at = platform.app_now() - ${idle}::interval
        where member_id = ${member.id}`.execute(owner);
      expect((await detail(await server.operator('support'), member.account)).data.session).toBeNull();
    }
  });

  it('has a value revealed for a reason alone, which is logged with who saw it', async () => {
    const member = await server.member();
    await givePersonal(owner, member.id, { mail: 'reveal.me@mail.example', realName: '王小明' });
    const support = await server.operator('support');
    const reveal = (input: object) =>
      support.send<{ value: string }>('/operator/member/reveal/{account}', input, {
        account: member.account,
      });
    for (const reason of [undefined, '', '   ', 'abc'])
      expect((await reveal({ field: 'mail', ...(reason !== undefined && { reason }) })).outcome).toBe(
        'PARAMETERS_INVALID',
      );
    expect((await reveal({ field: 'password', reason: 'because I can' })).outcome).toBe('PARAMETERS_INVALID');
    expect((await reveal({ field: 'mail', reason: 'the member called' })).data.value).toBe(
      'reveal.me@mail.example',
    );
    const [line] = await lines('member-revealed', `member:${member.account}`);
    expect(line?.detail).toEqual({ field: 'mail', reason: 'the member called' });
    expect(line?.actor).toMatch(/^operator:\d+$/);
  });

  it('is not the thirty-first whose data one operator sees in an hour: it is refused, and stands in the log', async () => {
    const member = await server.member();
    const support = await server.operator('support');
    const reveal = async () =>
      (
        await support.send(
          '/operator/member/reveal/{account}',
          { field: 'mobile', reason: 'bulk reading' },
          { account: member.account },
        )
      ).outcome;
    const outcomes: string[] = [];
    for (let n = 0; n < 31; n += 1) outcomes.push(await reveal());
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(30);
    expect(outcomes.at(-1)).toBe('RATE_LIMITED');
    const { rows } = await sql`select 1 from platform.audit where action = 'reveals-many'`.execute(owner);
    expect(rows).toHaveLength(1);
  });
});

describe('what operators change', () => {
  it('a level needs a reason and another level', async () => {
    const member = await server.member();
    const risk = await server.operator('risk');
    const set = async (level: string, reason = 'traded well for a month') =>
      (await risk.send('/member/account/use-level-set', { account: member.account, level, reason })).outcome;
    expect(await set('2')).toBe('SUCCESS');
    expect((await member.call('/member/account/use-level-get', {})).level).toBe(2);
    expect(await set('2')).toBe('NOTHING_CHANGES');
    expect(await set('10')).toBe('PARAMETERS_INVALID');
    expect((await lines('member-level-set', `member:${member.account}`))[0]?.detail).toMatchObject({
      before: 0,
      after: 2,
    });
  });

  it('permissions need two: nothing changes before somebody else approves, then the member is out at once', async () => {
    const member = await server.member();
    const [asker, other] = [await server.operator('risk'), await server.operator('risk')];
    const path: CallPath = '/api/v1/members/set-member-permissions/{account}';
    const input = { login: 'forbidden', role: 'member', reason: 'reported by the bank' };
    const asked = await asker.send<{ requestId: string }>(path, input, { account: member.account });
    const decide = async (client: TestClient) =>
      (
        await client.send('/operator/request/decide', {
          id: asked.data.requestId,
          verdict: 'approved',
          note: '',
        })
      ).outcome;
    expect((await member.client.send('/member/balanceinfo', {})).outcome).toBe('SUCCESS');
    expect(await decide(asker)).toBe('REQUEST_OWN');
    expect(await decide(await server.operator('treasury'))).toBe('ROLE_NOT_ALLOWED');
    expect(await decide(other)).toBe('SUCCESS');
    expect((await member.client.send('/member/balanceinfo', {})).data).toMatchObject({ reason: 'operator' });
    expect((await member.client.signIn(member.account, PASSWORD, '1'.repeat(32))).outcome).toBe(
      'LOGIN_FORBIDDEN',
    );
    expect((await asker.send(path, input, { account: member.account })).outcome).toBe('NOTHING_CHANGES');
  });

  it('a password that somebody else may know is marked: the member is out, and sets another one with a code', async () => {
    const member = await server.member();
    const [risk, support] = [await server.operator('risk'), await server.operator('support')];
    const path = '/operator/member/password-mark/{account}';
    const mark = async (by: typeof risk, account = member.account) =>
      (await by.send(path, { reason: 'seen in a chat of thieves' }, { account })).outcome;
    expect([await mark(support), await mark(risk, 'nobody123')]).toEqual([
      'ROLE_NOT_ALLOWED',
      'MEMBER_NOT_FOUND',
    ]);
    expect((await member.client.send('/member/balanceinfo', {})).outcome).toBe('SUCCESS');
    expect([await mark(risk), await mark(risk)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await member.client.send('/member/balanceinfo', {})).data).toMatchObject({ reason: 'operator' });
    const { data } = await member.client.signIn(member.account, PASSWORD, '1'.repeat(32));
    expect(Object.keys(data).toSorted()).toEqual(['codesTo', 'reset_token']);
    const reason = { reason: 'seen in a chat of thieves' };
    expect(
      (await lines('member-password-marked', `member:${member.account}`)).map(({ detail }) => detail),
    ).toEqual([reason, reason]);
  });

  it('a block of sign-ins is lifted: the right password opens again from anywhere', async () => {
    const member = await server.member();
    let networks = 0;
    const stranger = () => server.visitor({ address: `100.99.${(networks += 1)}.9` });
    for (let n = 0; n < 21; n += 1)
      await (await stranger()).signIn(member.account, `Wrong${1000 + n}`, 'e'.repeat(32));
    const asked = await (await stranger()).signIn(member.account, PASSWORD, 'e'.repeat(32));
    expect(Object.keys(asked.data)).toContain('codeId');
    const support = await server.operator('support');
    const lift = await support.send(
      '/api/v1/members/unblock-login/{account}',
      { reason: 'called from the proven number' },
      { account: member.account },
    );
    expect(lift.outcome).toBe('SUCCESS');
    const opened = await (await stranger()).signIn(member.account, PASSWORD, 'e'.repeat(32));
    expect(Object.keys(opened.data)).toContain('access_token');
  });

  it('a sort code needs a reason and another value that gives a rank; the change stands in the log', async () => {
    const member = await server.member();
    const [risk, support] = [await server.operator('risk'), await server.operator('support')];
    const { account } = member;
    const set = async (code: string, reason = 'quick to release') =>
      (await risk.send('/member/set-member-sort-code', { account, sortCode: code, reason })).outcome;
    expect([await set('900'), await set('900')]).toEqual(['SUCCESS', 'NOTHING_CHANGES']);
    expect([await set('10000'), await set('-1'), await set('800', 'x')]).toEqual(
      Array.from({ length: 3 }, () => 'PARAMETERS_INVALID'),
    );
    const move = async (offset: string) =>
      (await risk.send('/member/set-member-sort-code-offset', { account, offset, reason: 'for this week' }))
        .outcome;
    expect([await move('-901'), await move('-100')]).toEqual(['PARAMETERS_INVALID', 'SUCCESS']);
    expect((await lines('member-sort-code-set', `member:${account}`)).map(({ detail }) => detail)).toEqual([
      { what: 'code', before: 1000, after: 900, reason: 'quick to release' },
      { what: 'offset', before: 0, after: -100, reason: 'for this week' },
    ]);
    const shown = { role: 'member', ofMember: { code: 900, offset: -100 } };
    expect(await member.call('/member/get-member-sort-code', {})).toMatchObject(shown);
    expect((await support.send('/member/get-member-sort-code', { account })).data).toMatchObject(shown);
    expect((await support.send('/member/get-member-sort-code', {})).outcome).toBe('PARAMETERS_INVALID');
    const other = await server.member();
    expect(await member.refuse('/member/get-member-sort-code', { account: other.account })).toBe(
      'MEMBER_NOT_FOUND',
    );
  });

  it("a role's sort code says who changed it last", async () => {
    const risk = await server.operator('risk');
    const set = (code: string) =>
      risk.send('/api/v1/members/set-role-sort-code', {
        role: 'merchant',
        sortCode: code,
        reason: 'merchants stand first',
      });
    expect([(await set('500')).outcome, (await set('500')).outcome]).toEqual(['SUCCESS', 'NOTHING_CHANGES']);
    const { roles } = (await risk.send<CallOutput<'/operator/role/list'>>('/operator/role/list', {})).data;
    expect(roles.map(({ role, code, changed }) => [role, code, changed !== null])).toEqual([
      ['merchant', 500, true],
      ['member', 1000, false],
    ]);
    expect(await lines('role-sort-code-set', 'role:merchant')).toHaveLength(1);
  });

  it('the limit of open orders holds from the next lock on, and goes back to what the level says', async () => {
    const [buyer, first, second] = [
      await server.member(),
      await sellerWithListing(server),
      await sellerWithListing(server),
    ];
    const risk = await server.operator('risk');
    const set = async (max: string) =>
      (
        await risk.send(
          '/api/v1/members/set-max-number-of-order-locks/{account}',
          { max, reason: 'a trusted buyer' },
          { account: buyer.account },
        )
      ).outcome;
    const lock = ({ listing }: typeof first) => ({ listingId: listing.id, version: '1', quantity: '100.00' });
    expect(await set('0')).toBe('SUCCESS');
    expect(await buyer.refuse('/order/lock', lock(first))).toBe('LOCK_CAP_REACHED');
    expect([await set('51'), await set('0'), await set('2')]).toEqual([
      'PARAMETERS_INVALID',
      'NOTHING_CHANGES',
      'SUCCESS',
    ]);
    expect((await buyer.call('/member/account/use-level-get', {})).locksMax).toBe(2);
    expect((await buyer.call('/member/account/permissions', {})).locksMax).toBe(2);
    await buyer.call('/order/lock', lock(first));
    await buyer.call('/order/lock', lock(second));
    expect(await set('level')).toBe('SUCCESS');
    expect((await detail(risk, buyer.account)).data.trading).toMatchObject({
      locksMax: 1,
      ownLocksMax: null,
      liveLocks: 2,
    });
    expect(await buyer.refuse('/order/lock', lock(await sellerWithListing(server)))).toBe('LOCK_CAP_REACHED');
  });

  it('listings take several buyers at once as long as an operator allows it, those that are there too', async () => {
    const [made, ...buyers] = [
      await sellerWithListing(server),
      await server.member(),
      await server.member(),
      await server.member(),
    ];
    const risk = await server.operator('risk');
    const set = async (multiLocks: string) =>
      (
        await risk.send(
          '/api/v1/members/set-multi-locks/{account}',
          { multiLocks, reason: 'a shop with staff' },
          { account: made.seller.account },
        )
      ).outcome;
    const lock = { listingId: made.listing.id, version: '1', quantity: '100.00' };
    await buyers[0]?.call('/order/lock', lock);
    expect(await buyers[1]?.refuse('/order/lock', lock)).toBe('LISTING_BUSY');
    expect([await set('allowed'), await set('allowed')]).toEqual(['SUCCESS', 'NOTHING_CHANGES']);
    await buyers[1]?.call('/order/lock', lock);
    expect(await set('forbidden')).toBe('SUCCESS');
    expect(await buyers[2]?.refuse('/order/lock', lock)).toBe('LISTING_BUSY');
  });
});
