import {
  accountsIn,
  BROADCAST_DAYS_AHEAD_MAX,
  isValueOf,
  takesValue,
  type Audience,
} from '@holdfast/contract/broadcasts';
import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import { askForRequest } from '#features/operators/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import {
  countAudience,
  findMembersByAccount,
  saveBroadcast,
  selectBroadcastForUpdate,
} from './broadcast.store.ts';
import { broadcastRequest, safetyBroadcastRequest } from './broadcast-request.ts';

const DAY_MS = 24 * 60 * 60_000;
/** So many unknown accounts are named. */
const NAMED_MAX = 5;

interface AudienceInput {
  readonly audience: Audience;
  readonly audienceValue: string;
}

/** The value as it is kept, and who is named by it. */
async function readAudience(tx: Tx, { audience, audienceValue }: AudienceInput) {
  const value = audienceValue.trim();
  if (!isValueOf(audience, takesValue(audience) ? value : audienceValue))
    throw fail('PARAMETERS_INVALID', { fields: ['audienceValue'] });
  if (audience !== 'accounts') return { audience, audienceValue: value, memberIds: [] as MemberId[] };
  const accounts = accountsIn(value);
  const known = await findMembersByAccount(tx, accounts);
  const unknown = accounts.filter((account) => !known.has(account));
  if (unknown.length > 0)
    throw fail('BROADCAST_ACCOUNTS_UNKNOWN', { accounts: unknown.slice(0, NAMED_MAX).join(', ') });
  return { audience, audienceValue: accounts.join(' '), memberIds: [...known.values()] };
}

export const countMembers: Handler<'/operator/broadcast/count'> = async ({ tx }, { kind, ...input }) => {
  const audience = await readAudience(tx, input);
  return countAudience(tx, { kind, ...audience });
};

function assertStart(startsAt: string | undefined, now: Date): void {
  if (startsAt === undefined) return;
  const start = Date.parse(startsAt);
  // The form of an instant lets a thirteenth month through.
  if (Number.isNaN(start) || start > now.getTime() + BROADCAST_DAYS_AHEAD_MAX * DAY_MS)
    throw fail('PARAMETERS_INVALID', { fields: ['startsAt'] });
  if (start <= now.getTime()) throw fail('BROADCAST_IN_PAST');
}

/** From here on the earlier one cannot go out any more, also if this one is never approved. */
async function assertReplaceable(tx: Tx, id: string): Promise<void> {
  const earlier = await selectBroadcastForUpdate(tx, id);
  if (!earlier || !['asked', 'planned', 'refused', 'withdrawn', 'expired', 'missed'].includes(earlier.state))
    throw fail('BROADCAST_STARTED');
}

/** Asks for a broadcast; a second operator approves exactly what stands here. `hasFilm`: there is an intro video to show. */
export const askBroadcast =
  (hasFilm: boolean): Handler<'/operator/broadcast/ask'> =>
  async (context, { audience, audienceValue, startsAt, replaces, link, reason, ...texts }) => {
    const { tx, now, operator, audit } = context;
    const { kind } = texts;
    if (kind === 'film' && !hasFilm) throw fail('BROADCAST_NO_FILM');
    assertStart(startsAt, now);
    if (replaces !== undefined) await assertReplaceable(tx, replaces);
    const members = await readAudience(tx, { audience, audienceValue });
    const { count, isEstimate } = await countAudience(tx, { kind, ...members });
    // Who is found by no sample may be there all the same.
    if (count === 0 && !isEstimate) throw fail('BROADCAST_NOBODY');
    const id = await saveBroadcast(tx, operator, {
      ...texts,
      ...members,
      link: link ?? null,
      startsAt: startsAt ?? null,
      replaces: replaces ?? null,
      expected: Math.max(count, 1),
      reason,
    });
    if (id === undefined) throw fail('BROADCAST_ASKED_OFTEN');
    const subject = `broadcast:${id}`;
    if (replaces !== undefined)
      audit({ action: 'broadcast-replaced', subject: `broadcast:${replaces}`, detail: { by: id, reason } });
    const asked = kind === 'safety' ? safetyBroadcastRequest : broadcastRequest;
    const { requestId } = await askForRequest(context, asked, {
      subject,
      payload: { broadcast: id },
      reason,
    });
    return { id, requestId };
  };
