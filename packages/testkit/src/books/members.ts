import { createHash, randomBytes, randomInt } from 'node:crypto';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface MemberBooks {
  /** Writes a nickname that no rule of the product would accept. */
  plantNick(account: string, nick: string): Promise<void>;
  /** Sets what a reviewer will decide about a member's real name. */
  setRealNameStatus(account: string, status: 'none' | 'Review' | 'NotApproved' | 'Approved'): Promise<void>;
  /** Verifies a member as reviewers do who have approved the application of somebody with that name. */
  verify(account: string, realName: string): Promise<void>;
  /** Approves the application that waits, of somebody with that number, as a reviewer does. */
  approveIdentity(account: string, number: string): Promise<void>;
  /** Creates the ticket that a verified one-time code gives: what a device with this identity registers with, by a number or by any. */
  ticketToRegister(device: string, mobile?: string): Promise<string>;
  /** Creates the ticket of a code that somebody on this device has read at `target` and typed. */
  codeTicket(code: {
    device: string;
    purpose: string;
    subject: string;
    channel: 'mobile' | 'mail';
    target: string;
  }): Promise<string>;
  /** Marks the member's password as an operator does: it has to be changed at the next sign-in. */
  markPassword(account: string): Promise<void>;
  /** Makes the codes that were sent to an address, or to an account's, an hour older, so that the wait between two codes is over. */
  ageCodes(subject: string): Promise<void>;
  /** How many codes of the last two hours went to an address of the account. */
  countSentCodes(account: string): Promise<number>;
  /** Ends every wait after wrong passwords at an account, as if it had passed. */
  endSignInDelays(): Promise<void>;
  /** Counts as many wrong passwords at the account as put its brake on. */
  guessAt(account: string): Promise<void>;
  /** How the tries at the account's password ended that its history has, oldest first. */
  readHistory(account: string): Promise<string[]>;
  /** Makes the member's authenticator two days older than any cool-down, and its next code one that it has not shown yet. */
  ageAuthenticator(account: string): Promise<void>;
  /** Moves the product's time ahead; '0' puts it right again. */
  setClock(ahead: string): Promise<void>;
  /** Breaks the member's session on the server: unknown to it, idle for an hour, or taken over by another device. */
  breakSession(account: string, how: 'unknown' | 'idle' | 'takeover'): Promise<void>;
  /** Ends the member's session while a command of theirs has passed the guard and not yet its transaction. */
  endSessionUnder<T>(account: string, command: () => Promise<T>): Promise<T>;
}

/** Resolves when another transaction waits for a row lock of the backend `pid`. */
async function untilSomebodyWaitsFor(pid: number, db: Connection['db']): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`.execute(db);
    if (rows.length > 0) return;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

export function memberBooks({ db, keys, idOf }: Connection): MemberBooks {
  async function issueTicket(ticket: {
    device: string;
    purpose: string;
    subject: string;
    data: object;
  }): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const held = await keys();
    const hash = held.identify('ticket', token);
    const content = JSON.stringify({ subject: ticket.subject, data: ticket.data });
    const sealed = held.seal('platform.ticket.sealed', hash.toString('hex'), content);
    await sql`
      insert into platform.ticket (token_hash, purpose, sealed, device_hash, expires_at)
      values (${hash}, ${`otp:${ticket.purpose}`}, ${sealed}, ${sha256(ticket.device)},
              platform.app_now() + interval '10 minutes')`.execute(db);
    return token;
  }
  return {
    async plantNick(account, nick) {
      await sql`update member.member set nick = ${nick} where account = ${account}`.execute(db);
    },
    async approveIdentity(account, number) {
      const hashes = (await keys()).lookups('real_name.claim', number);
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: bigint }>`
          update real_name.application a set closed_at = platform.app_now() from member.member m
          where m.account = ${account} and a.member_id = m.id and a.closed_at is null returning a.id`.execute(
          tx,
        );
        const { id } = defined(rows[0], `${account} has a waiting application`);
        await sql`insert into real_name.claim_lookup (hash, application_id)
                  select hash, ${id}::bigint from unnest(${hashes}::bytea[]) hash`.execute(tx);
        await sql`insert into real_name.decision (application_id, verdict, operator_id) values (${id}, 'approve', 0)`.execute(
          tx,
        );
        await sql`update member.member set real_name_status = 'Approved' where account = ${account}`.execute(
          tx,
        );
      });
    },
    async setRealNameStatus(account, status) {
      await sql`update member.member set real_name_status = ${status} where account = ${account}`.execute(db);
    },
    async verify(account, realName) {
      const id = await idOf(account);
      const sealed = (await keys()).seal('member.member.real_name_sealed', String(id), realName);
      await sql`
        update member.member set real_name_status = 'Approved', real_name_sealed = ${sealed} where id = ${id}`.execute(
        db,
      );
    },
    ticketToRegister: (device, mobile = `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`) =>
      issueTicket({ device, purpose: 'register', subject: mobile, data: {} }),
    codeTicket: ({ device, purpose, subject, channel, target }) =>
      issueTicket({ device, purpose, subject, data: { channel, target } }),
    async markPassword(account) {
      await sql`update member.credential set password_marked = 'operator' where member_id = ${await idOf(account)}`.execute(
        db,
      );
    },
    async ageCodes(subject) {
      const held = await keys();
      await sql`
        update member.one_time_code set created_at = created_at - interval '1 hour'
        where subject_key = any(${held.lookups('one-time-code.subject', subject)}::bytea[])
           or target_key = any(${held.lookups('one-time-code.target', subject)}::bytea[])`.execute(db);
    },
    async countSentCodes(account) {
      const held = await keys();
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from member.one_time_code
        where subject_key = any(${held.lookups('one-time-code.subject', account)}::bytea[])
          and target_key is not null`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async guessAt(account) {
      const bucket = (await keys()).identify('bucket', `guesses ${account}`);
      await sql`select platform.pour(array[${bucket}::bytea], array[40], array[40 / 172800.0], 20, true)`.execute(
        db,
      );
    },
    async readHistory(account) {
      const { rows } = await sql<{ outcome: string }>`
        select outcome from member.sign_in where member_id = ${await idOf(account)} order by id`.execute(db);
      return rows.map(({ outcome }) => outcome);
    },
    async ageAuthenticator(account) {
      const id = await idOf(account);
      await sql`
        update member.authenticator set added_at = added_at - interval '2 days', last_step = 0
        where member_id = ${id}`.execute(db);
      await sql`delete from member.cool_down where member_id = ${id}`.execute(db);
    },
    async setClock(ahead) {
      await sql`select platform.set_clock(${ahead}::interval)`.execute(db);
    },
    async endSignInDelays() {
      // Those that leak so fast: five in 150 seconds.
      await sql`delete from platform.bucket where abs(leak - 5 / 150.0) < 0.0001`.execute(db);
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
    async endSessionUnder(account, command) {
      const isLive = sql`member_id = ${await idOf(account)} and ended_at is null`;
      const sent = await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`
          select pg_backend_pid() as pid from member.session where ${isLive} for update`.execute(tx);
        const answer = command();
        await untilSomebodyWaitsFor(rows[0]?.pid ?? 0, db);
        await sql`update member.session set ended_at = platform.app_now(), end_reason = 'takeover'
                  where ${isLive}`.execute(tx);
        return { answer };
      });
      return sent.answer;
    },
  };
}
