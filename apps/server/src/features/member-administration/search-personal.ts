import type { CallInput } from '@holdfast/contract/calls';
import { personalReadings, type PersonalKind, type PersonalReading } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import { findMembersByAccount } from '#features/bank-cards/index.ts';
import { findMembersByNumber } from '#features/real-name/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { findSought } from '#platform/db/personal-lookups.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { countPersonalSearch } from '#platform/limits/personal-searches.ts';
import { findByMobile, listMembersOf, type AdministeredMember } from './member.store.ts';

type Context = Pick<Parameters<Handler<'/member/appbk/memberList'>>[0], 'tx' | 'audit'>;

interface Part {
  readonly before: bigint;
  readonly limit: number;
}

/** Who has exactly this value. Sealed values are found by their keyed hashes, so no part of one finds anybody. */
const FINDERS: Readonly<Record<PersonalKind, (tx: Tx, value: string, part: Part) => Promise<MemberId[]>>> = {
  mobile: findByMobile,
  mail: (tx, value, part) => findSought(tx, { field: 'mail', value }, part),
  realName: (tx, value, part) => findSought(tx, { field: 'realName', value }, part),
  identityNumber: findMembersByNumber,
  accountNumber: findMembersByAccount,
};

/** Counts a search that may be for a personal value. */
export async function countMemberSearch(
  preparation: Preparation,
  { search = '', cursor }: CallInput<'/member/appbk/memberList'>,
): Promise<void> {
  if (cursor === undefined && personalReadings(search).length > 0) await countPersonalSearch(preparation);
}

/** Looks for a personal value, as whatever it can be read; each kind that is tried is logged, masked, with how many it found. */
export async function searchPersonal(
  { tx, audit }: Context,
  readings: readonly PersonalReading[],
  part: Part,
): Promise<AdministeredMember[]> {
  for (const { kind, value, masked } of readings) {
    const ids = await FINDERS[kind](tx, value, part);
    audit({
      action: 'members-searched',
      subject: `search:${kind}`,
      detail: { field: kind, value: masked, count: ids.length },
    });
    if (ids.length > 0) return listMembersOf(tx, ids);
  }
  return [];
}
