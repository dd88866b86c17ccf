import type { CallOutput } from '@holdfast/contract/calls';
import { minor, type MemberId } from '@holdfast/kernel';
import { issue, reconcileNext } from '@holdfast/ledger';
import { approve } from '@holdfast/testkit';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { testServer } from '#testing/test-server.ts';
import { measureDashboard } from './measure.ts';

/** What operators see of today: counted by a worker, read from a few rows. */
const server = await testServer();
const { owner } = server.database;

type Work = CallOutput<'/operator/dashboard/work'>;
type Money = CallOutput<'/operator/dashboard/money'>;

const work = async () =>
  (await (await server.operator('support')).send<Work>('/operator/dashboard/work', {})).data;

/** Lets the next look measure, whenever the last one was. */
const measure = async () => {
  await sql`update dashboard.measured set at = at - interval '2 minutes'`.execute(owner);
  await measureDashboard(server.database.db);
};

const application = async (memberId: MemberId, age: string) =>
  sql`insert into real_name.application (member_id, version, document, details_sealed, front_file, back_file, selfie_file, sent, submitted_at)
      values (${memberId}, 1, 'national-id', '\\x01', 'f', 'b', 's', array['details'], platform.app_now() - ${age}::interval)`.execute(
    owner,
  );

const signIns = async (memberId: MemberId, outcome: string, { count, ago }: { count: number; ago: string }) =>
  sql`insert into member.sign_in (member_id, outcome, device_name, place, network, at)
      select ${memberId}, ${outcome}, '', '', '', date_trunc('hour', platform.app_now()) - ${ago}::interval from generate_series(1, ${count})`.execute(
    owner,
  );

describe('the dashboard', () => {
  it('says that nobody has counted yet', async () => {
    const { measuredAt, reviews, orders, signIns: hours } = await work();
    expect([measuredAt, orders]).toEqual([null, []]);
    expect(reviews.map(({ kind, late }) => [kind, late])).toEqual([
      ['identity', 0],
      ['card', 0],
      ['pay-account', 0],
    ]);
    expect(hours).toHaveLength(48);
  });

  it('counts what waits for a review by its age, and says since when the oldest does', async () => {
    for (const age of ['10 minutes', '2 hours', '3 hours', '5 hours', '40 hours'])
      await application((await server.member()).id, age);
    await measure();
    const [identity] = (await work()).reviews;
    expect(identity).toMatchObject({ kind: 'identity', underHour: 1, waiting: 2, late: 2 });
    const hours = (Date.now() - Date.parse(identity?.oldestAt ?? '')) / 3_600_000;
    expect(Math.round(hours)).toBe(40);
  });

  it('counts sign-ins and refusals by the hour, again where some come late, and never twice', async () => {
    const { id } = await server.member();
    await signIns(id, 'success', { count: 3, ago: '30 hours' });
    await signIns(id, 'wrong-password', { count: 2, ago: '1 hour' });
    await sql`delete from dashboard.hourly`.execute(owner);
    await sql`update dashboard.measured set at = '-infinity'`.execute(owner);
    await measure();
    const at = async (back: number) => (await work()).signIns.at(-1 - back);
    expect(await at(30)).toMatchObject({ good: 3, refused: 0 });
    expect(await at(1)).toMatchObject({ refused: 2 });
    await signIns(id, 'forbidden', { count: 1, ago: '1 hour' });
    await measure();
    await measure();
    expect(await at(1)).toMatchObject({ refused: 3 });
    expect(await at(30)).toMatchObject({ good: 3 });
  });

  it('is measured once by two workers at a time, and not again within a minute', async () => {
    await sql`update dashboard.measured set at = at - interval '2 minutes'`.execute(owner);
    await Promise.all([measureDashboard(server.database.db), measureDashboard(server.database.db)]);
    const before = (await work()).measuredAt;
    await measureDashboard(server.database.db);
    expect((await work()).measuredAt).toBe(before);
  });

  it('shows the balances of the platform and the nightly check to who looks after money alone', async () => {
    const { id } = await server.member();
    const money = issue({ request: 'dashboard', member: id, coin: 'TWD', quantity: minor('TWD', 500n) });
    await approve(owner, [money]);
    await inTransaction(server.database.db, (tx) => postOrFail(tx, money));
    for (let kind = ''; kind !== 'done';) ({ kind } = await inTransaction(owner, (tx) => reconcileNext(tx)));
    const treasury = await server.operator('treasury');
    const { accounts, reconciliation } = (await treasury.send<Money>('/operator/dashboard/money', {})).data;
    expect(accounts).toContainEqual({ kind: 'issuance', coin: 'TWD', balance: '-5.00' });
    expect(reconciliation).toMatchObject({ findings: 0, isOverdue: false });
    await sql`update ledger.reconciliation set started_at = started_at - interval '27 hours', ended_at = ended_at - interval '27 hours'`.execute(
      owner,
    );
    const later = (await treasury.send<Money>('/operator/dashboard/money', {})).data;
    expect(later.reconciliation?.isOverdue).toBe(true);
    const support = await server.operator('support');
    expect((await support.send('/operator/dashboard/money', {})).outcome).toBe('ROLE_NOT_ALLOWED');
  });
});
