import { COOLED_ACTS, type ContactState } from '@holdfast/contract/member';
import type { Settings } from '@holdfast/contract/settings';
import { defined, type MemberId } from '@holdfast/kernel';
import { listCodeAddresses, maskCodeAddress } from '#features/one-time-code/index.ts';
import { findCoolDowns } from '#features/security/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findStanding } from './member.store.ts';

/** How many orders a member may have in progress. Orders know it; the role hands it in, because they ask this slice for members. */
export type LocksMaxOf = (
  tx: Tx,
  member: { readonly id: MemberId; readonly level: number },
  settings: Settings,
) => Promise<number>;

const contactState = (address: string, isUnproven: boolean): ContactState => {
  if (address === '') return 'none';
  return isUnproven ? 'unproven' : 'verified';
};

/** What the member may do now, and what is restricted until when. */
export const permissions =
  (locksMaxOf: LocksMaxOf): Handler<'/member/account/permissions'> =>
  async ({ tx, session, settings }) => {
    const standing = defined(await findStanding(tx, session.memberId), 'a session has its member');
    const coolDowns = await findCoolDowns(tx, session.memberId);
    const until = coolDowns[0]?.endsAt.toISOString() ?? null;
    const cooled = (act: (typeof COOLED_ACTS)[number]) => (act === 'release' ? 'asks-code' : 'refused');
    return {
      acts: COOLED_ACTS.map((act) => ({ act, state: until === null ? 'allowed' : cooled(act), until })),
      coolDowns: coolDowns.map(({ cause, endsAt }) => ({ cause, until: endsAt.toISOString() })),
      secretForm: standing.secretForm ?? 'none',
      codesTo: (await listCodeAddresses(tx, session.account)).map(maskCodeAddress),
      mobile: contactState(standing.mobile, standing.isMobileUnproven),
      mail: contactState(standing.mail, standing.isMailUnproven),
      locksMax: await locksMaxOf(tx, { id: session.memberId, level: standing.level }, await settings()),
      mayRename: standing.areNamesProposed,
    };
  };
