import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  issue,
  listJournal,
  memberBalances,
  post,
  reconcile,
  type Finding,
  type JournalItem,
  type MemberBalances,
} from '@holdfast/ledger';
import { defined, minor, parseAmount, toMemberId, type Coin, type MemberId } from '@holdfast/kernel';
import { openDatabase } from '@holdfast/server/src/platform/db/pool.ts';
import { sql } from 'kysely';
import { PATIENCE } from './patience.ts';

/** The books of a running product, seen past its server: for tests that drive it from outside and then ask what is true. */
export interface Books {
  /** Gives a member money, as an operator will: a decimal amount such as `5000.00`. */
  issueTo(account: string, coin: Coin, amount: string): Promise<void>;
  balancesOf(account: string): Promise<MemberBalances>;
  /** All of a member's history in one coin, oldest first. */
  journalOf(account: string, coin: Coin): Promise<JournalItem[]>;
  /** What an order still holds, in minor units. */
  escrowOf(orderId: string): Promise<bigint>;
  /** The RIDs under which a member's commands on this path had their effect, one for each effect. */
  ridsOf(account: string, bUrl: string): Promise<string[]>;
  /** Writes a nickname that no rule of the product would let through. */
  plantNick(account: string, nick: string): Promise<void>;
  /** What a reviewer will decide about a member's real name. */
  setRealNameStatus(account: string, status: 'none' | 'Review' | 'NotApproved' | 'Approved'): Promise<void>;
  /** The ticket of a code that nobody typed: what a device with this identity registers with. */
  ticketToRegister(device: string): Promise<string>;
  /** Puts a message into a member's inbox, whatever it says. Nobody is poked: it is there when the member's app asks. */
  plantMessage(account: string, type: string, extra: object): Promise<void>;
  /** What may happen to a session behind its owner's back: nobody knows it, nobody used it for an hour, another device has taken over. */
  breakSession(account: string, how: 'unknown' | 'idle' | 'takeover'): Promise<void>;
  /** The deadline that an order runs to is over now. The product's own clock stays: others live by it at the same time. */
  passDeadline(orderId: string): Promise<void>;
  /** What is wrong with the books; empty when they are sound. */
  findings(): Promise<Finding[]>;
  close(): Promise<void>;
}

const JOURNAL_MAX = 200;

/** Opens the books as the owner of the schema. */
export function openBooks(url: string): Books {
  const database = openDatabase({ url, name: 'books', max: 2, limits: PATIENCE, onIdleError: () => {} });
  const { db } = database;
  let issued = 0;

  async function idOf(account: string): Promise<MemberId> {
    const { rows } = await sql<{
      id: bigint;
    }>`select id from member.member where account = ${account}`.execute(db);
    return toMemberId(defined(rows[0], `there is no member ${account}`).id);
  }

  return {
    async issueTo(account, coin, amount) {
      const quantity = minor(coin, defined(parseAmount(coin, amount), amount));
      const member = await idOf(account);
      const request = `books-${account}-${(issued += 1)}`;
      const posted = await db
        .transaction()
        .execute((tx) => post(tx, issue({ request, member, coin, quantity })));
      if (!posted.ok) throw new Error(`nothing issued: ${posted.refuse}`);
    },
    balancesOf: async (account) => memberBalances(db, await idOf(account)),
    async journalOf(account, coin) {
      const items = await listJournal(db, { member: await idOf(account), coin, limit: JOURNAL_MAX });
      return items.toReversed();
    },
    async escrowOf(orderId) {
      const { rows } = await sql<{ sum: bigint }>`
        select coalesce(sum(balance), 0)::bigint as sum from ledger.account
        where owner_kind = 'order' and owner_id = ${orderId}`.execute(db);
      return defined(rows[0], 'a sum is a row').sum;
    },
    async ridsOf(account, bUrl) {
      const actor = `member:${await idOf(account)}`;
      const { rows } = await sql<{ rid: string }>`
        select rid from platform.command where actor = ${actor} and b_url = ${bUrl} order by created_at`.execute(
        db,
      );
      return rows.map(({ rid }) => rid);
    },
    async plantNick(account, nick) {
      await sql`update member.member set nick = ${nick} where account = ${account}`.execute(db);
    },
    async setRealNameStatus(account, status) {
      await sql`update member.member set real_name_status = ${status} where account = ${account}`.execute(db);
    },
    async ticketToRegister(device) {
      const mobile = `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`;
      const token = randomBytes(32).toString('base64url');
      const hashOf = (text: string) => createHash('sha256').update(text).digest();
      await sql`
        insert into platform.ticket (token_hash, purpose, subject, device_hash, expires_at)
        values (${hashOf(token)}, 'otp:register', ${mobile}, ${hashOf(device)},
                platform.app_now() + interval '10 minutes')`.execute(db);
      return token;
    },
    async plantMessage(account, type, extra) {
      const member = await idOf(account);
      await sql`
        with next as (
          insert into inbox.counter as c (member_id, last_seq) values (${member}, 1)
          on conflict (member_id) do update set last_seq = c.last_seq + 1 returning last_seq
        )
        insert into inbox.message (member_id, seq, type, extra)
        select ${member}::bigint, last_seq, ${type}, ${JSON.stringify(extra)}::jsonb from next`.execute(db);
    },
    async breakSession(account, how) {
      const changes = {
        unknown: sql`checksum_hash = decode(md5(random()::text) || md5(random()::text), 'hex')`,
        idle: sql`active_at = platform.app_now() - interval '61 minutes'`,
        takeover: sql`ended_at = platform.app_now(), end_reason = 'takeover'`,
      };
      await sql`update member.session set ${changes[how]}
                where member_id = ${await idOf(account)} and ended_at is null`.execute(db);
    },
    async passDeadline(orderId) {
      await sql`update orders.orders set deadline_at = platform.app_now()
                where id = ${orderId} and ended_at is null`.execute(db);
    },
    findings: () =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => reconcile(tx)),
    close: () => database.close(),
  };
}
