import type { MemberId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Carrier, Outcome, Skipped } from '#platform/outbox/carrier.ts';
import { startCarrier } from '#platform/outbox/carriers.ts';
import { pauseLane, sweepDeliveries } from '#platform/outbox/delivery.store.ts';
import { measureOutbox } from '#platform/outbox/measure-outbox.ts';
import { publishHints } from '#platform/outbox/outbox.store.ts';
import { unsubscribe } from '#platform/outbox/subscription.store.ts';
import { freshSecrets } from '#testing/personal.ts';
import { carrierSource, notify, subscribeToInbox } from './index.ts';

const database = await testDatabase();
const { db } = database;
await freshSecrets(db);
const log = createLog('silent');
const metrics = createMetrics();

let members = 0;
const freshMember = () => String((members += 1)) as MemberId;

/** Each test has a carrier of its own: nothing that one leaves behind is sent in another. */
let carriers = 0;
let name = '';
let ahead = 0;
beforeEach(async () => {
  carriers += 1;
  name = `test-${'x'.repeat(Math.floor(carriers / 26))}${String.fromCodePoint(97 + (carriers % 26))}`;
  ahead = 0;
  await database.setClock('0');
});

async function pass(seconds: number): Promise<void> {
  ahead += seconds;
  await database.setClock(`${ahead} seconds`);
}

const subscribeAddress = (memberId: MemberId, key: string, lane = 'https://push.example') =>
  inTransaction(db, (tx) => subscribeToInbox(tx, { carrier: name, key, lane, memberId }));

/** As a command commits, and the relay after it. */
async function tell(memberId: MemberId, count = 1): Promise<void> {
  const messages = Array.from({ length: count }, () => ({ memberId, type: 'phraseChanged', extra: {} }));
  await inTransaction(db, (tx) => notify(tx, messages));
  await publishHints(db, 200);
}

type Answer = Outcome | Skipped;

/** Their addresses have taken a message before. */
async function prove(...keys: string[]): Promise<void> {
  await sql`update platform.delivery d set has_taken = true from platform.subscription s
            where s.id = d.subscription_id and s.carrier = ${name} and s.key = any(${keys}::text[])`.execute(
    db,
  );
}

/** A carrier that notes what it is given as `key seq`; `answer` says what comes of it. */
function fakeCarrier(
  answer: (key: string, seq: bigint) => Answer | Promise<Answer> = () => ({ is: 'sent' }),
) {
  const tried: string[] = [];
  const sent: string[] = [];
  const carrier: Carrier = {
    name,
    usefulMinutes: 60,
    async send(key, { seq }) {
      tried.push(`${key} ${seq}`);
      const outcome = await answer(key, seq);
      if (outcome.is === 'sent') sent.push(`${key} ${seq}`);
      return outcome;
    },
  };
  return { carrier, tried, sent };
}

function start(carrier: Carrier, sendMsMax?: number) {
  const loop = startCarrier({
    db,
    carrier,
    source: carrierSource(db),
    metrics,
    log,
    ...(sendMsMax !== undefined && { sendMsMax }),
  });
  onTestFinished(() => loop.stop());
  return loop;
}

const waiting = async () =>
  (
    await sql<{ key: string; tries: number; sentSeq: bigint }>`
      select s.key, d.tries, d.sent_seq as "sentSeq" from platform.delivery d
      join platform.subscription s on s.id = d.subscription_id where d.carrier = ${name} and due_at is not null order by 1`.execute(
      db,
    )
  ).rows;
const letters = async () =>
  (
    await sql<{ text: string }>`
      select member_id || ' ' || seq || ' ' || reason || ' ' || tries as text from platform.dead_letter
      where carrier = ${name} order by id`.execute(db)
  ).rows.map(({ text }) => text);
const failing = async () =>
  (
    await sql<{ lane: string }>`
      select lane from platform.lane where carrier = ${name} and failing_since is not null`.execute(db)
  ).rows.map(({ lane }) => lane);

describe('a carrier', () => {
  it('sends what a member is told after the subscription, each number once and in order', async () => {
    const [told, other] = [freshMember(), freshMember()];
    await tell(told, 3);
    await subscribeAddress(told, 'a');
    const { carrier, sent } = fakeCarrier();
    start(carrier);
    await tell(told);
    await tell(other);
    await tell(told, 2);
    await expect.poll(() => sent).toEqual(['a 4', 'a 5', 'a 6']);
    await expect.poll(waiting).toEqual([]);
  });

  it('sends a message whose hint was published before its address was registered, but after its number was read', async () => {
    const member = freshMember();
    await tell(member);
    const { carrier, sent } = fakeCarrier();
    await inTransaction(db, async (tx) => {
      await subscribeToInbox(tx, { carrier: name, key: 'a', lane: 'x', memberId: member });
      await tell(member);
    });
    start(carrier);
    await expect.poll(() => sent).toEqual(['a 2']);
  });

  it('sends again what a process had sent and not marked when it died, after the lease, in the same order', async () => {
    const member = freshMember();
    await subscribeAddress(member, 'a');
    await tell(member, 2);
    const hanging = Promise.withResolvers<Outcome>();
    const dying = fakeCarrier(() => hanging.promise);
    const dead = start(dying.carrier, 500_000);
    onTestFinished(() => hanging.resolve({ is: 'sent' }));
    await expect.poll(() => dying.tried).toEqual(['a 1']);
    void dead.stop(); // it claims nothing more, and what it sent it never marks
    const { carrier, tried, sent } = fakeCarrier();
    start(carrier).wake();
    await pass(61);
    await expect.poll(() => sent).toEqual(['a 1', 'a 2']);
    expect(tried).toEqual(sent);
  });

  it('holds back neither other members nor hints while it is slow', async () => {
    const [slow, quick] = [freshMember(), freshMember()];
    await subscribeAddress(slow, 'slow');
    await subscribeAddress(quick, 'quick');
    const { carrier, sent } = fakeCarrier((key) => (key === 'slow' ? new Promise(() => {}) : { is: 'sent' }));
    start(carrier, 2000);
    await tell(slow);
    await tell(quick, 2);
    await expect.poll(() => sent).toEqual(['quick 1', 'quick 2']);
    const rows = await sql`select from platform.outbox`.execute(db);
    expect(rows.rows).toEqual([]);
  });

  it('never sends to the owner of an address what the one before was told', async () => {
    const [before, after] = [freshMember(), freshMember()];
    await subscribeAddress(before, 'a');
    await tell(before, 3);
    await subscribeAddress(after, 'a');
    await tell(before);
    const { carrier, sent } = fakeCarrier();
    start(carrier);
    await tell(after);
    await expect.poll(() => sent).toEqual(['a 1']);
    await expect.poll(waiting).toEqual([]);
  });

  it('is not told of a member who has signed out, and leaves no row of it', async () => {
    const member = freshMember();
    await subscribeAddress(member, 'a');
    await tell(member);
    await inTransaction(db, async (tx) => unsubscribe(tx, { carrier: name, key: 'a' }));
    const { carrier, tried } = fakeCarrier();
    const loop = start(carrier);
    const rows = async () =>
      (await sql`select from platform.delivery where carrier = ${name}`.execute(db)).rows.length;
    await expect.poll(rows).toBe(0);
    await loop.stop();
    expect(tried).toEqual([]);
  });

  it('goes on where it was when an address is registered again', async () => {
    const member = freshMember();
    await subscribeAddress(member, 'a');
    await tell(member);
    await subscribeAddress(member, 'a');
    const { carrier, sent } = fakeCarrier();
    start(carrier);
    await expect.poll(() => sent).toEqual(['a 1']);
  });

  it('sends the newest messages of a long absence, and none that is too old', async () => {
    const [many, old] = [freshMember(), freshMember()];
    await subscribeAddress(many, 'many');
    await subscribeAddress(old, 'old');
    await tell(old, 2);
    await pass(61 * 60);
    await tell(many, 30);
    await tell(old);
    const { carrier, sent } = fakeCarrier();
    start(carrier);
    const newest = Array.from({ length: 10 }, (_, n) => `many ${n + 21}`);
    await expect.poll(() => sent.toSorted()).toEqual([...newest, 'old 3'].toSorted());
    expect(sent.filter((text) => text.startsWith('many'))).toEqual(newest);
  });

  it('forgets an address that the service knows no more', async () => {
    const member = freshMember();
    await subscribeAddress(member, 'a');
    await subscribeAddress(member, 'b');
    const { carrier, tried } = fakeCarrier((key) => ({ is: key === 'a' ? 'gone' : 'sent' }));
    start(carrier);
    await tell(member, 2);
    await expect.poll(() => tried.toSorted()).toEqual(['a 1', 'b 1', 'b 2']);
    await expect.poll(waiting).toEqual([]);
    const keys = await sql<{
      key: string;
    }>`select key from platform.subscription where carrier = ${name}`.execute(db);
    expect(keys.rows).toEqual([{ key: 'b' }]);
  });
});

describe('a message that cannot be sent', () => {
  it('is a dead letter after ten tries, and what comes after it is sent', async () => {
    const member = freshMember();
    await subscribeAddress(member, 'a');
    const { carrier, tried, sent } = fakeCarrier((_, seq) =>
      seq === 2n ? { is: 'failed', reason: 'http 500' } : { is: 'sent' },
    );
    const loop = start({ ...carrier, usefulMinutes: 600 });
    await tell(member, 3);
    for (let tries = 1; tries < 10; tries += 1) {
      await expect.poll(waiting).toEqual([{ key: 'a', tries, sentSeq: 1n }]);
      await pass(1800);
      loop.wake();
    }
    await expect.poll(() => sent).toEqual(['a 1', 'a 3']);
    expect(tried.filter((text) => text === 'a 2')).toHaveLength(10);
    expect(await letters()).toEqual([`${member} 2 http 500 10`]);
    expect(await failing()).toEqual([]);
  });

  it('is a dead letter at once if the service refuses it for good', async () => {
    const member = freshMember();
    await subscribeAddress(member, 'a');
    await prove('a');
    const { carrier, sent } = fakeCarrier((_, seq) =>
      seq === 1n ? { is: 'refused', reason: 'too large' } : { is: 'sent' },
    );
    start(carrier);
    await tell(member, 2);
    await expect.poll(() => sent).toEqual(['a 2']);
    expect(await letters()).toEqual([`${member} 1 too large 1`]);
  });

  it('counts what is thrown, and what never answers, as a failure of its own', async () => {
    const [thrown, silent] = [freshMember(), freshMember()];
    await subscribeAddress(thrown, 'thrown');
    await subscribeAddress(silent, 'silent');
    const { carrier } = fakeCarrier((key) => {
      if (key === 'thrown') throw new TypeError('the address is secret');
      return new Promise(() => {});
    });
    start(carrier, 50);
    await tell(thrown);
    await tell(silent);
    await expect
      .poll(async () => (await waiting()).filter(({ tries }) => tries > 0).map(({ key }) => key))
      .toEqual(['silent', 'thrown']);
  });

  it('leaves no letter where an address never took any: it may be made up', async () => {
    const member = freshMember();
    await subscribeAddress(member, 'a');
    const { carrier, tried } = fakeCarrier(() => ({ is: 'refused', reason: 'no' }));
    start(carrier);
    await tell(member, 2);
    await expect.poll(() => tried).toEqual(['a 1', 'a 2']);
    await expect.poll(waiting).toEqual([]);
    expect(await letters()).toEqual([]);
  });

  it('goes with its address', async () => {
    const member = freshMember();
    await subscribeAddress(member, 'a');
    await prove('a');
    const { carrier } = fakeCarrier(() => ({ is: 'refused', reason: 'no' }));
    start(carrier);
    await tell(member);
    await expect.poll(letters).toHaveLength(1);
    await inTransaction(db, async (tx) => unsubscribe(tx, { carrier: name, key: 'a' }));
    expect(await letters()).toEqual([]);
    await sweepDeliveries(db);
  });
});

describe('a push service that is down', () => {
  const down = { is: 'down', reason: 'ECONNREFUSED' } as const;

  it('uses up no try of a message, and after an hour all of them are sent, in order', async () => {
    const told = Array.from({ length: 12 }, () => freshMember());
    for (const member of told) await subscribeAddress(member, `m${member}`);
    await prove(...told.map((member) => `m${member}`));
    let isDown = true;
    const { carrier, tried, sent } = fakeCarrier(() => (isDown ? down : { is: 'sent' }));
    const loop = start({ ...carrier, usefulMinutes: 60_000 });
    for (const member of told) await tell(member, 2);
    await expect.poll(failing).toHaveLength(1);
    for (let probes = 1; probes <= 6; probes += 1) {
      const before = tried.length;
      await expect
        .poll(async () => {
          await pass(600); // longer than any pause
          loop.wake();
          return tried.length;
        })
        .toBeGreaterThan(before);
      if (probes % 2 === 0) await tell(told[probes / 2] ?? freshMember());
    }
    expect((await waiting()).map(({ tries }) => tries)).toEqual(told.map(() => 0));
    expect(await letters()).toEqual([]);
    await loop.stop();
    isDown = false;
    await pass(60);
    start({ ...carrier, usefulMinutes: 60_000 });
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
    expect(await failing()).toEqual([]);
    for (const member of told) {
      const ofOne = sent
        .filter((text) => text.startsWith(`m${member} `))
        .map((text) => Number(text.split(' ')[1]));
      expect(ofOne).toEqual(ofOne.toSorted((a, b) => a - b));
      expect(ofOne.slice(0, 2)).toEqual([1, 2]);
    }
    expect(new Set(sent).size, 'nothing twice').toBe(sent.length);
  }, 60_000);

  it('sends what is new before the backlog is drained', async () => {
    const backlog = Array.from({ length: 60 }, () => freshMember());
    for (const member of backlog) await subscribeAddress(member, `m${member}`);
    for (const member of backlog) await tell(member);
    await pass(1800);
    const late = freshMember();
    await subscribeAddress(late, 'late');
    await tell(late);
    const { carrier, sent } = fakeCarrier();
    start(carrier);
    await expect.poll(() => sent.length).toBe(61);
    expect(sent.indexOf('late 1')).toBeLessThan(16);
    expect(sent.indexOf(`m${backlog[0]} 1`), 'and the oldest does not starve either').toBeLessThan(16);
  });

  it('delays no other service', async () => {
    const [here, there] = [freshMember(), freshMember()];
    await subscribeAddress(here, 'here', 'https://down.example');
    await subscribeAddress(there, 'there', 'https://up.example');
    await prove('here');
    const { carrier, sent } = fakeCarrier((key) => (key === 'here' ? down : { is: 'sent' }));
    start(carrier);
    await tell(here);
    await tell(there, 2);
    await expect.poll(() => sent).toEqual(['there 1', 'there 2']);
    await expect.poll(failing).toEqual(['https://down.example']);
    await measureOutbox(db, metrics, [name]);
    expect(metrics.text()).toContain(`holdfast_failing_lanes{carrier="${name}"} 1`);
    expect(metrics.text()).toContain('holdfast_outbox_lag_seconds{carrier="streams"} 0');
  });

  it.each([
    [undefined, [5, 10, 20, 40, 60, 60]],
    [120, [120, 120]],
    [86_400, [300, 300]],
  ])('is probed again after a pause that doubles, or as it asks (%s): %j', async (asked, pauses) => {
    const lane = { carrier: name, lane: 'x' };
    await subscribeAddress(freshMember(), 'a', 'x');
    const seen: number[] = [];
    for (const _ of pauses) {
      await pauseLane(db, lane, { reason: 'http 503', seconds: asked, isProbe: seen.length > 0 });
      const { rows } = await sql<{ seconds: number }>`
        select pause_seconds as seconds from platform.lane where carrier = ${name}`.execute(db);
      seen.push(rows[0]?.seconds ?? 0);
    }
    expect(seen).toEqual(pauses);
  });

  it.each(['skipped', 'ended'] as const)(
    'is still paused after a probe that was %s: it says nothing of the service, and another one asks at once',
    async (is) => {
      const [silent, other] = [freshMember(), freshMember()];
      for (const member of [other, silent]) await subscribeAddress(member, `m${member}`, 'x');
      await prove(`m${silent}`, `m${other}`);
      await tell(other);
      await pass(1);
      await tell(silent);
      await pauseLane(db, { carrier: name, lane: 'x' }, { reason: 'http 503', seconds: 5, isProbe: false });
      await pass(6);
      const { carrier, tried } = fakeCarrier((key) => (key === `m${silent}` ? { is } : down));
      const loop = start(carrier);
      await expect.poll(() => tried).toEqual([`m${silent} 1`, `m${other} 1`]);
      await loop.stop();
      expect(await failing()).toEqual(['x']);
    },
  );

  it('is not cleared by messages that were skipped between those that fail', async () => {
    const told = Array.from({ length: 6 }, () => freshMember());
    for (const member of told) await subscribeAddress(member, `m${member}`);
    const { carrier } = fakeCarrier((_, seq) =>
      seq === 1n ? { is: 'skipped' } : { is: 'failed', reason: 'http 500' },
    );
    start(carrier);
    for (const member of told) await tell(member, 2);
    await expect.poll(failing).toHaveLength(1);
    await measureOutbox(db, metrics, [name]);
    expect(metrics.text()).not.toContain(`carrier="${name}",outcome="sent"`);
  });

  it.each(['down', 'failed'] as const)('is not what made-up addresses of one member say: %s', async (is) => {
    const [member, other] = [freshMember(), freshMember()];
    const made = Array.from({ length: 8 }, (_, n) => `made-${n}`);
    for (const key of made) await subscribeAddress(member, key);
    await subscribeAddress(other, 'other');
    const { carrier, tried, sent } = fakeCarrier((key) =>
      key === 'other' ? { is: 'sent' } : { is, reason: 'ECONNREFUSED' },
    );
    start(carrier);
    await tell(member);
    await expect.poll(() => tried.toSorted()).toEqual(made.map((key) => `${key} 1`));
    await expect.poll(async () => (await waiting()).map(({ tries }) => tries)).toEqual(made.map(() => 1));
    expect(await failing()).toEqual([]);
    await tell(other);
    await expect.poll(() => sent).toEqual(['other 1']);
  });

  it('is asked by an address that has taken a message before, however many newer ones wait', async () => {
    const [proven, ...newer] = Array.from({ length: 4 }, () => freshMember());
    if (proven === undefined) throw new Error('there is one');
    for (const member of [proven, ...newer]) await subscribeAddress(member, `m${member}`, 'x');
    await prove(`m${proven}`);
    await tell(proven);
    await pass(1);
    for (const member of newer) await tell(member);
    await pauseLane(db, { carrier: name, lane: 'x' }, { reason: 'http 503', seconds: 5, isProbe: false });
    await pass(6);
    const { carrier, tried } = fakeCarrier();
    start(carrier);
    await expect.poll(() => tried.length).toBe(4);
    expect(tried[0]).toBe(`m${proven} 1`);
  });

  it('is seen by addresses that fail in a row, though it never says so', async () => {
    const told = Array.from({ length: 6 }, () => freshMember());
    for (const member of told) await subscribeAddress(member, `m${member}`);
    const { carrier } = fakeCarrier(() => ({ is: 'failed', reason: 'http 503' }));
    start(carrier);
    for (const member of told) await tell(member);
    await expect.poll(failing).toHaveLength(1);
  });
});
