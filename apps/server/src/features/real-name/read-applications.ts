import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { ageOn, maskHolderName, maskIdentityNumber, taipeiDate } from '@holdfast/contract/rules';
import { defined, type OperatorId } from '@holdfast/kernel';
import { linkFile } from '#features/assets/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { operatorNames } from '#features/operators/index.ts';
import { holdsClaim } from '#features/reviews/index.ts';
import type { Handler, OperatorContext, Preparation } from '#platform/gateway/call-table.ts';
import { countPersonalSearch } from '#platform/limits/personal-searches.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import {
  findApplication,
  listDecisions,
  type Application,
  type Decision,
  type PictureItem,
} from './application.store.ts';
import { findDeleted } from './picture.store.ts';
import {
  listApplications,
  listOthers,
  listVersions,
  stateOf,
  type ListedApplication,
  type Version,
} from './queue.store.ts';

const PAGE_SIZE = 30;

/** A line of the list: names and numbers are masked until somebody opens the application. */
const toListed = (row: ListedApplication): CallOutput<'/member/real-name/list'>['items'][number] => ({
  id: row.id,
  account: row.account,
  nick: row.nick,
  document: row.document,
  version: row.version,
  nameMasked: maskHolderName(row.realName),
  numberMasked: maskIdentityNumber(row.number),
  submittedAt: row.submittedAt.toISOString(),
  state: row.state,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  isContested: row.isContested,
});

/** Counts a search for an identity number. */
export async function countNumberSearch(
  preparation: Preparation,
  { number, cursor }: CallInput<'/member/real-name/list'>,
): Promise<void> {
  if (number !== undefined && cursor === undefined) await countPersonalSearch(preparation);
}

/** The list, or who has handed in one number: such a search is logged, masked, with how many it found. */
export const readList: Handler<'/member/real-name/list'> = async (
  { tx, audit },
  { cursor, number, ...filter },
) => {
  const { state, account, from, to } = filter;
  const [after] = keysOf(cursor, 1);
  const found = await listApplications(tx, { state, account, from, to, number, after }, PAGE_SIZE + 1);
  if (number !== undefined)
    audit({
      action: 'members-searched',
      subject: 'search:identityNumber',
      detail: { field: 'identityNumber', value: maskIdentityNumber(number), count: found.length },
    });
  const page = toPage(found, PAGE_SIZE, ({ key }) => [key]);
  return { ...page, items: page.items.map(toListed) };
};

/** Everything of one application, in clear for whoever has claimed it. Whoever reads it leaves a line in the audit log. */
export const readDetail: Handler<'/member/real-name/detail/{id}'> = async (context, _, { id }) => {
  const { tx, now, operator, audit } = context;
  const application = (await findApplication(tx, id)) ?? fail('REAL_NAME_APPLICATION_NOT_FOUND');
  const { memberId, details } = application;
  const isClear = await holdsClaim(tx, operator, 'identity', id);
  const member = defined((await findMembers(tx, [memberId])).get(memberId), 'a member');
  const versions = await listVersions(tx, memberId);
  const decisions = await listDecisions(
    tx,
    versions.map((version) => version.id),
  );
  const own = decisions.filter(({ applicationId }) => applicationId === id).at(-1);
  const names = await operatorNames(
    tx,
    decisions.map(({ operatorId }) => operatorId),
  );
  audit({ action: 'identity-viewed', subject: `member:${memberId}`, detail: { application: id, isClear } });
  return {
    id,
    account: member.account,
    nick: member.nick,
    document: details.document,
    version: application.version,
    submittedAt: application.submittedAt.toISOString(),
    state: stateOf(own?.verdict),
    decidedAt: own?.decidedAt.toISOString() ?? null,
    isClear,
    realName: isClear ? details.realName : maskHolderName(details.realName),
    number: isClear ? details.number : maskIdentityNumber(details.number),
    bornOn: isClear ? details.bornOn : null,
    age: defined(ageOn(details.bornOn, taipeiDate(now.getTime())), 'a date'),
    sent: [...application.sent],
    ...(await showPictures(context, application, isClear)),
    history: versions.flatMap((one) => toHistory(one, decisions, names)),
    others: await listOthers(tx, id),
  };
};

/** Links to the pictures that are there, for whoever may see them, and since when the others are not. */
async function showPictures(context: OperatorContext, { files }: Application, isClear: boolean) {
  const deleted = await findDeleted(context.tx, files);
  const link = async (item: PictureItem) => (deleted[item] ? null : linkFile(context, files[item]));
  const deletedAt = {
    front: deleted.front?.toISOString() ?? null,
    back: deleted.back?.toISOString() ?? null,
    selfie: deleted.selfie?.toISOString() ?? null,
  };
  if (!isClear) return { files: null, deletedAt };
  return {
    files: { front: await link('front'), back: await link('back'), selfie: await link('selfie') },
    deletedAt,
  };
}

type History = CallOutput<'/member/real-name/detail/{id}'>['history'];

/** What became of one version, the newest decision first; one line without a decision while it waits. */
function toHistory(
  { id, version, submittedAt }: Version,
  decisions: readonly Decision[],
  names: ReadonlyMap<OperatorId, string>,
): History {
  const made = { version, submittedAt: submittedAt.toISOString() };
  const own = decisions.filter(({ applicationId }) => applicationId === id).toReversed();
  if (own.length === 0)
    return [{ ...made, verdict: null, decidedAt: null, decidedBy: '', refusals: [], reason: '' }];
  return own.map(({ verdict, decidedAt, operatorId, refusals, reason }) => ({
    ...made,
    verdict,
    decidedAt: decidedAt.toISOString(),
    decidedBy: names.get(operatorId) ?? '',
    refusals: [...refusals],
    reason,
  }));
}
