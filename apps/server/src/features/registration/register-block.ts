import { blockedBeginningsOf, toMobilePrefix, type RegisterBlockKind } from '@holdfast/contract/member';
import { fail } from '@holdfast/contract/errors';
import { maskContact, toMobile } from '@holdfast/contract/rules';
import { operatorNames } from '#features/operators/index.ts';
import { redeemCodeTicket } from '#features/one-time-code/index.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { networksOf } from '#platform/limits/networks.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import {
  countHits,
  findBlocks,
  findDeviceOf,
  insertBlock,
  listBlocks,
  NEVER,
  saveBlock,
  selectBlockForUpdate,
  takePatternAdvisory,
  type Pattern,
  type RegisterBlock,
} from './register-block.store.ts';

/** Who may not register: the list that operators keep, and the check that a registration passes. */

const PAGE = 50;

/**
 * Refuses a registration that a rule meets, and counts it there. It runs in a `prepare`, because what a refused call has written is
 * undone. The ticket of the code is used up by it: each try costs another code to a number of one's own, so nobody finds out by trying what
 * it is that is blocked. All kinds are looked for at once and refused by one name.
 */
export async function assertMayRegister(
  { db, deviceHash, origin }: Pick<Preparation, 'deviceHash' | 'origin'> & { db: Database },
  { mobile, otpTicket }: { mobile: string; otpTicket: string },
): Promise<void> {
  const patterns: Pattern[] = [
    { kind: 'mobile', value: mobile },
    ...blockedBeginningsOf(mobile).map((value): Pattern => ({ kind: 'prefix', value })),
    { kind: 'device', value: deviceHash.toString('hex') },
    ...networksOf(origin.address).map((value): Pattern => ({ kind: 'network', value })),
  ];
  const isBlocked = await inTransaction(db, async (tx) => {
    if ((await countHits(tx, patterns)) === 0) return false;
    await redeemCodeTicket(tx, otpTicket, { purpose: 'register', deviceHash });
    return true;
  });
  if (isBlocked) throw fail('REGISTRATION_REFUSED');
}

/** A network as it is kept: an address stands for itself, an IPv6 address for its /64. Others than those that are counted are none. */
function toNetwork(typed: string): string | undefined {
  const [address = '', bits] = typed.trim().split('/');
  const networks = networksOf(address);
  if (networks.length === 1) return undefined; // no IP address
  return bits === undefined ? networks[0] : networks.find((network) => network.endsWith(`/${bits}`));
}

async function toPattern(tx: Tx, kind: RegisterBlockKind, typed: string): Promise<Pattern> {
  const values: Readonly<Record<RegisterBlockKind, () => Promise<string | undefined> | string | undefined>> =
    {
      mobile: () => toMobile(typed),
      prefix: () => toMobilePrefix(typed),
      device: () => findDeviceOf(tx, typed.toLowerCase()),
      network: () => toNetwork(typed),
    };
  const value = await values[kind]();
  if (value === undefined)
    throw kind === 'device' ? fail('MEMBER_NOT_FOUND') : fail('PARAMETERS_INVALID', { fields: ['pattern'] });
  return { kind, value };
}

function endOf(until: string, now: Date): Date {
  if (until === 'now') return now;
  if (until === 'never') return NEVER;
  const endsAt = new Date(until);
  if (endsAt <= now || endsAt >= NEVER) throw fail('PARAMETERS_INVALID', { fields: ['until'] });
  return endsAt;
}

export const addBlock: Handler<'/register-block/add'> = async (
  { tx, now, operator, audit },
  { kind, pattern: typed, until, reason },
) => {
  const pattern = await toPattern(tx, kind, typed);
  await takePatternAdvisory(tx, pattern);
  const about = kind === 'device' ? typed.toLowerCase() : '';
  const added = { ...pattern, about, reason, endsAt: endOf(until, now), addedBy: operator.id };
  const { id, isNew } = await insertBlock(tx, added);
  if (!isNew) throw fail('REGISTER_BLOCK_EXISTS', { id });
  audit({ action: 'register-block-added', subject: `register-block:${id}`, detail: { kind, until, reason } });
  return { id };
};

export const updateBlock: Handler<'/register-block/update/{id}'> = async (
  { tx, now, operator, audit },
  { until, reason },
  { id },
) => {
  const block =
    (/^[1-9]\d{0,17}$/.test(id) && (await selectBlockForUpdate(tx, id))) || fail('REGISTER_BLOCK_NOT_FOUND');
  const endsAt = endOf(until, now);
  // What has ended may have given its pattern to another rule.
  if (!block.isLive || endsAt.getTime() === block.endsAt.getTime()) throw fail('NOTHING_CHANGES');
  await saveBlock(tx, { id, endsAt, reason, changedBy: operator.id });
  audit({ action: 'register-block-changed', subject: `register-block:${id}`, detail: { until, reason } });
  return {};
};

const shownOf = ({ kind, value, about }: RegisterBlock): string => {
  if (kind === 'device') return about;
  return kind === 'mobile' ? maskContact('mobile', value) : value;
};

/** The last moment that a `Date` can be. */
const DATE_MAX = 8_640_000_000_000_000n;

export const listRegisterBlocks: Handler<'/register-block/list'> = async (
  { tx },
  { cursor, kind, state, pattern: typed },
) => {
  if (typed !== undefined && kind === undefined) throw fail('PARAMETERS_INVALID', { fields: ['kind'] });
  const [ends, id] = keysOf(cursor, 2, [DATE_MAX]);
  const after = ends !== undefined && id !== undefined ? { endsAt: new Date(Number(ends)), id } : undefined;
  const found =
    typed !== undefined && kind !== undefined
      ? await findBlocks(tx, await toPattern(tx, kind, typed))
      : await listBlocks(tx, { kind, state, after }, PAGE + 1);
  const names = await operatorNames(
    tx,
    found.flatMap(({ addedBy, changedBy }) => [addedBy, ...(changedBy === null ? [] : [changedBy])]),
  );
  const { items, next } = toPage(found, PAGE, ({ endsAt, id: last }) => [BigInt(endsAt.getTime()), last]);
  return {
    items: items.map((block) => ({
      id: block.id,
      kind: block.kind,
      shown: shownOf(block),
      reason: block.reason,
      endsAt: block.endsAt >= NEVER ? null : block.endsAt.toISOString(),
      isLive: block.isLive,
      hits: block.hits,
      hitAt: block.hitAt?.toISOString() ?? null,
      addedBy: names.get(block.addedBy) ?? '',
      addedAt: block.addedAt.toISOString(),
      changed:
        block.changedBy && block.changedAt
          ? { by: names.get(block.changedBy) ?? '', at: block.changedAt.toISOString() }
          : null,
    })),
    next,
  };
};
