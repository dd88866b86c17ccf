import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { identityOf } from '#testing/identities.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

/** Who works on what: claims, hand-over, the order of work (features O2, O5, O6; threat J4). */
const server = await testServer({ cardApproval: 'by-review' });
const { owner } = server.database;
const [amber, blake] = [await server.operator('reviewer'), await server.operator('reviewer')];

type Queue = CallOutput<'/operator/review/list'>;
type State = CallOutput<'/operator/review/state/{id}'>;

/** Each test has a queue of its own: what earlier ones left is decided. */
beforeEach(async () => {
  await server.database.setClock('0');
  await sql`update real_name.application set closed_at = platform.app_now() where closed_at is null`.execute(
    owner,
  );
  await sql`delete from review.claim`.execute(owner);
});

async function applicant(): Promise<{ member: TestMember; id: string }> {
  const member = await server.member({ isVerified: false });
  await member.call('/member/real-name/upload-auth/{account}', await identityOf(server, member));
  const { rows } = await sql<{ id: string }>`
    select max(id)::text as id from real_name.application where member_id = ${member.id}`.execute(owner);
  return { member, id: defined(rows[0], 'an application').id };
}

const claim = async (by: TestClient, id: string, input: object = {}) =>
  by.send<{ until: string }>('/operator/review/claim/{id}', { kind: 'identity', ...input }, { id });
const claimed = async (by: TestClient, id: string, input: object = {}) =>
  (await claim(by, id, input)).outcome;
const release = async (by: TestClient, id: string) =>
  (await by.send('/operator/review/release/{id}', { kind: 'identity' }, { id })).outcome;
const next = async (by: TestClient, input: object = {}) =>
  (await by.send<{ id: string | null }>('/operator/review/next', { kind: 'identity', ...input })).data.id;
const stateOf = async (by: TestClient, id: string) =>
  (await by.send<State>('/operator/review/state/{id}', { kind: 'identity' }, { id })).data;
const queue = async (by: TestClient, input: Partial<CallInput<'/operator/review/list'>> = {}) =>
  (await by.send<Queue>('/operator/review/list', { kind: 'identity', state: 'waiting', ...input })).data;
const summary = async (by: TestClient) =>
  (await by.send<CallOutput<'/operator/review/summary'>>('/operator/review/summary', {})).data;
const approve = async (by: TestClient, id: string) =>
  (await by.send('/member/real-name/review/{id}', { verdict: 'approve' }, { id })).outcome;

describe('a claim', () => {
  it('belongs to one reviewer: of two who press at once one gets it, and the other hears who has it', async () => {
    const { id } = await applicant();
    const replies = await Promise.all([claim(amber, id), claim(blake, id)]);
    const outcomes = replies.map(({ outcome }) => outcome);
    expect(outcomes).toContain('SUCCESS');
    const [winner, other] = outcomes[0] === 'SUCCESS' ? [amber, blake] : [blake, amber];
    expect((await stateOf(winner, id)).claim).toMatchObject({ isMine: true });
    expect((await stateOf(other, id)).claim).toMatchObject({ isMine: false });
    expect(await claim(other, id)).toMatchObject({ outcome: 'REVIEW_CLAIMED' });
    expect(await approve(other, id)).toBe('REVIEW_CLAIM_NEEDED');
    expect(await approve(winner, id)).toBe('SUCCESS');
  });

  it('ends after ten minutes without work, and is prolonged by work; then the item is free again', async () => {
    const { id } = await applicant();
    const first = (await claim(amber, id)).data.until;
    await server.database.setClock('2 minutes');
    expect((await claim(amber, id)).data.until > first).toBe(true);
    await server.database.setClock('11 minutes');
    expect(await claimed(blake, id)).toBe('REVIEW_CLAIMED');
    await server.database.setClock('13 minutes');
    expect((await stateOf(amber, id)).claim).toBeNull();
    expect(await approve(amber, id)).toBe('REVIEW_CLAIM_NEEDED');
    expect(await claimed(blake, id)).toBe('SUCCESS');
    expect(await approve(amber, id)).toBe('REVIEW_CLAIM_NEEDED');
    // It ended by itself: nobody took anything from anybody.
    expect((await stateOf(amber, id)).lostTo).toBeNull();
    expect(await approve(blake, id)).toBe('SUCCESS');
  });

  it('is taken over for a reason alone, as it was seen; the one who had it is told, and can decide no more', async () => {
    const { id, member } = await applicant();
    await claim(amber, id);
    const since = defined((await stateOf(blake, id)).claim, 'a claim').since;
    expect(await claimed(blake, id, { since })).toBe('PARAMETERS_INVALID');
    expect(await claimed(blake, id, { reason: 'amber has left' })).toBe('REVIEW_CLAIMED');
    expect(await claimed(blake, id, { since: '2020-01-01T00:00:00.000Z', reason: 'amber has left' })).toBe(
      'REVIEW_NOT_HELD',
    );
    expect(await claimed(blake, id, { since, reason: 'amber has left' })).toBe('SUCCESS');
    const { lostTo } = await stateOf(amber, id);
    expect(lostTo?.by).toBeTruthy();
    expect((await summary(amber)).lost).toEqual([{ kind: 'identity', id, ...lostTo }]);
    expect((await summary(blake)).lost).toEqual([]);
    expect(await approve(amber, id)).toBe('REVIEW_CLAIM_NEEDED');
    const { rows } = await sql<{ action: string; reason: string | null }>`
      select action, detail->>'reason' as reason from platform.audit
      where subject = ${`member:${member.id}`} and action like 'review-%' order by id`.execute(owner);
    expect(rows).toEqual([
      { action: 'review-claimed', reason: null },
      { action: 'review-taken-over', reason: 'amber has left' },
    ]);
  });

  it('goes to one of two who take it over at once', async () => {
    const { id } = await applicant();
    await claim(amber, id);
    const since = defined((await stateOf(blake, id)).claim, 'a claim').since;
    const carol = await server.operator('reviewer');
    const outcomes = await Promise.all(
      [blake, carol].map(async (by) => claimed(by, id, { since, reason: 'amber has left' })),
    );
    expect(outcomes.toSorted()).toEqual(['REVIEW_NOT_HELD', 'SUCCESS']);
  });

  it('is given back by its holder alone', async () => {
    const { id } = await applicant();
    await claim(amber, id);
    expect(await release(blake, id)).toBe('REVIEW_CLAIM_NEEDED');
    expect(await release(amber, id)).toBe('SUCCESS');
    expect(await claimed(blake, id)).toBe('SUCCESS');
  });

  it('of what is decided already asks for a reason, and only for so many in an hour', async () => {
    const { id } = await applicant();
    await claim(amber, id);
    await approve(amber, id);
    expect(await claimed(amber, id)).toBe('PARAMETERS_INVALID');
    const carol = await server.operator('reviewer');
    const reason = 'the member asks';
    const outcomes: string[] = [];
    for (let n = 0; n < 31; n += 1) {
      outcomes.push(await claimed(carol, id, { reason }));
      await release(carol, id);
    }
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(30);
    expect(outcomes.at(-1)).toBe('RATE_LIMITED');
    const { rows } = await sql`
      select from platform.audit where action = 'reveals-many' and actor like 'operator:%'`.execute(owner);
    expect(rows).toHaveLength(1);
  });

  it('is asked of something that exists, by somebody who may decide', async () => {
    expect(await claimed(amber, '999999')).toBe('REVIEW_NOT_FOUND');
    const { id } = await applicant();
    const risk = await server.operator('risk');
    expect(await claimed(risk, id)).toBe('ROLE_NOT_ALLOWED');
    expect((await stateOf(risk, id)).claim).toBeNull();
    expect((await queue(risk)).items.map((item) => item.id)).toEqual([id]);
  });
});

describe('a decision', () => {
  it('is made once under one RID: the second answer is the first one', async () => {
    const { id } = await applicant();
    await claim(amber, id);
    const rid = makeRid();
    const decide = () => amber.send('/member/real-name/review/{id}', { verdict: 'approve' }, { id }, { rid });
    const [first, second] = [await decide(), await decide()];
    expect([first.outcome, second.outcome]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(second.data).toEqual(first.data);
    const { rows } = await sql`select from real_name.decision where application_id = ${id}`.execute(owner);
    expect(rows).toHaveLength(1);
  });

  it('and a hand-over at the same moment do not both happen', async () => {
    const { id } = await applicant();
    await claim(amber, id);
    const since = defined((await stateOf(blake, id)).claim, 'a claim').since;
    const [decided, taken] = await Promise.all([
      approve(amber, id),
      claimed(blake, id, { since, reason: 'amber has left' }),
    ]);
    expect([
      ['SUCCESS', 'SUCCESS'],
      ['SUCCESS', 'REVIEW_NOT_HELD'],
      ['REVIEW_CLAIM_NEEDED', 'SUCCESS'],
    ]).toContainEqual([decided, taken]);
    const { rows } = await sql`select from real_name.decision where application_id = ${id}`.execute(owner);
    expect(rows).toHaveLength(decided === 'SUCCESS' ? 1 : 0);
  });
});

describe('the next one', () => {
  it('is the oldest that nobody has; two who ask at once get different ones', async () => {
    const ids = [await applicant(), await applicant(), await applicant()].map(({ id }) => id);
    const both = await Promise.all([next(amber), next(blake)]);
    expect(both.toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(await next(amber)).toBe(ids[2]);
    expect(await next(blake, { open: both[1] })).toBeNull();
    await release(amber, defined(ids[2], 'the third'));
    expect(await next(blake)).toBe(ids[2]);
  });

  it('is an own one that was left where nobody has left another, and never what is looked at', async () => {
    const [mine, other] = [await applicant(), await applicant()];
    await claim(amber, mine.id);
    expect(await next(amber)).toBe(other.id);
    expect(await next(amber, { open: other.id })).toBe(mine.id);
    expect(await next(amber, { open: mine.id })).toBe(other.id);
    const third = await applicant();
    const round = [other.id];
    for (let n = 0; n < 4; n += 1)
      round.push(defined(await next(amber, { open: defined(round.at(-1), 'an item') }), 'the next'));
    expect(round).toEqual([other.id, third.id, mine.id, other.id, third.id]);
    await release(amber, third.id);
    await claim(blake, third.id);
    await release(amber, mine.id);
    await claim(blake, mine.id);
    expect(await next(amber, { open: other.id })).toBeNull();
    // Left without a decision: the reviewer comes back to an empty room.
    expect(await next(amber)).toBe(other.id);
  });
});

describe('the queue', () => {
  it('is masked and oldest first, says who has what, and how many wait since when', async () => {
    const [first, second] = [await applicant(), await applicant()];
    await claim(blake, second.id);
    const { items } = await queue(amber);
    expect(items.map(({ id, account }) => [id, account])).toEqual([
      [first.id, first.member.account],
      [second.id, second.member.account],
    ]);
    expect(items[0]).toMatchObject({ nameMasked: '林○安', version: 1, isContested: false, claim: null });
    expect(items[1]?.claim).toMatchObject({ isMine: false });
    expect(items[1]?.claim?.by).toBeTruthy();
    const { queues } = await summary(amber);
    expect(queues).toContainEqual({ kind: 'identity', waiting: 2, oldestAt: items[0]?.since });
  });

  it('comes a page at a time, each item once, and goes on behind a cursor', async () => {
    const ids = [];
    for (let n = 0; n < 32; n += 1) ids.push((await applicant()).id);
    const page = await queue(amber);
    expect(page.items).toHaveLength(30);
    const rest = await queue(amber, { cursor: defined(page.next, 'another page') });
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
  });

  it('is narrowed to what has waited for so many hours', async () => {
    await server.database.setClock('-5 hours');
    const old = await applicant();
    await server.database.setClock('-2 hours');
    const younger = await applicant();
    await server.database.setClock('0');
    const idsOf = ({ items }: Queue) => items.map(({ id }) => id);
    expect(idsOf(await queue(amber, { age: '4' }))).toEqual([old.id]);
    expect(idsOf(await queue(amber, { age: '1' }))).toEqual([old.id, younger.id]);
    expect(idsOf(await queue(amber, { age: '24' }))).toEqual([]);
    expect(await next(amber, { age: '24' })).toBeNull();
    expect(await next(amber, { age: '4' })).toBe(old.id);
  });

  it('shows what was decided, the newest first', async () => {
    const [first, second] = [await applicant(), await applicant()];
    for (const { id } of [first, second]) {
      await claim(amber, id);
      await approve(amber, id);
    }
    const { items } = await queue(amber, { state: 'approved' });
    // Others were decided while another test had moved the clock: by the time of their decision they may come before these.
    const own = [first.id, second.id];
    expect(items.map(({ id }) => id).filter((id) => own.includes(id))).toEqual([second.id, first.id]);
    const times = items.map(({ decidedAt }) => defined(decidedAt, 'what was decided says when'));
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await queue(amber)).items).toEqual([]);
  });
});
