import { COOLED_ACTS, levelOf, LEVELS, type ContactState } from '@holdfast/contract/member';
import { defined } from '@holdfast/kernel';
import { findCoolDowns } from '#features/security/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findMembers, findStanding } from './member.store.ts';

const contactState = (address: string, isUnproven: boolean): ContactState => {
  if (address === '') return 'none';
  return isUnproven ? 'unproven' : 'verified';
};

/** What the member may do now, and what stands in the way until when. */
export const permissions: Handler<'/member/account/permissions'> = async ({ tx, session }) => {
  const standing = defined(await findStanding(tx, session.memberId), 'a session has its member');
  const coolDowns = await findCoolDowns(tx, session.memberId);
  const until = coolDowns[0]?.ends_at.toISOString() ?? null;
  const cooled = (act: (typeof COOLED_ACTS)[number]) => (act === 'release' ? 'asks-code' : 'refused');
  return {
    acts: COOLED_ACTS.map((act) => ({ act, state: until === null ? 'allowed' : cooled(act), until })),
    coolDowns: coolDowns.map(({ cause, ends_at }) => ({ cause, until: ends_at.toISOString() })),
    secretForm: standing.transpass_form ?? 'none',
    mobile: contactState(standing.mobile, standing.mobile_unproven),
    mail: contactState(standing.email, standing.email_unproven),
    locksMax: levelOf(standing.level).locksMax,
    mayRename: standing.names_proposed,
  };
};

export const ownLevel: Handler<'/member/account/use-level-get'> = async ({ tx, session }) => {
  const { level } = defined((await findMembers(tx, [session.memberId])).get(session.memberId), 'a member');
  const own = levelOf(level);
  return { level: { ...own, level }, next: LEVELS.find((each) => each.level > level) ?? null };
};
