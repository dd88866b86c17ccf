import { fail } from '@holdfast/contract/errors';
import { REPLY_TEMPLATES_MAX } from '@holdfast/contract/operators';
import { isMessage, MESSAGE_LENGTH_MAX, normalizeMessage } from '@holdfast/contract/rules';
import type { OperatorId } from '@holdfast/kernel';
import { operatorNames } from '#features/operators/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { INT_MAX, keysOf, toPage } from '#platform/paging/paging.ts';
import {
  countOffered,
  listReplies,
  listVersions,
  saveReply,
  selectReplyForUpdate,
  type ReplyVersion,
} from './reply-template.store.ts';

/** Texts in both languages that operators answer both sides of an order with (feature O18). */

async function named<V extends ReplyVersion>(tx: Tx, versions: readonly V[]) {
  const names = await operatorNames(
    tx,
    versions.map(({ changedBy }) => changedBy),
  );
  const nameOf = (id: OperatorId) => names.get(id) ?? '';
  return versions.map(({ changedBy, changedAt, ...version }) => ({
    ...version,
    changedBy: nameOf(changedBy),
    changedAt: changedAt.toISOString(),
  }));
}

export const listTemplates: Handler<'/operator/reply-template/list'> = async ({ tx }, { cursor, state }) => {
  const [before] = keysOf(cursor, 1);
  const found = await listReplies(tx, { isOffered: !state, before, limit: REPLY_TEMPLATES_MAX + 1 });
  const { items, next } = toPage(found, REPLY_TEMPLATES_MAX, ({ id }) => [id]);
  return { items: await named(tx, items), next };
};

const VERSIONS = 20;

export const listTemplateHistory: Handler<'/operator/reply-template/history'> = async (
  { tx },
  { cursor, id },
) => {
  const [before] = keysOf(cursor, 1, [INT_MAX]);
  const found = await listVersions(tx, { id, before, limit: VERSIONS + 1 });
  const { items, next } = toPage(found, VERSIONS, ({ version }) => [String(version)]);
  return { items: await named(tx, items), next };
};

function messageOf(text: string): string {
  const message = normalizeMessage(text);
  return isMessage(message) ? message : fail('MESSAGE_INVALID', { max: MESSAGE_LENGTH_MAX });
}

/** Adds a template or makes the next version of one. What was said with an earlier one stays as it was said. */
export const saveTemplate: Handler<'/operator/reply-template/save'> = async (
  { tx, operator, audit },
  { id, version, reason, ...texts },
) => {
  const wanted = {
    name: texts.name.trim(),
    zhTW: messageOf(texts.zhTW),
    en: messageOf(texts.en),
    isOffered: texts.offered === '1',
  };
  const before = id === undefined ? undefined : await selectReplyForUpdate(tx, id);
  if (id !== undefined) {
    if (!before) throw fail('REPLY_NOT_FOUND');
    if (before.version !== Number(version)) throw fail('REPLY_CHANGED');
    if ((['name', 'zhTW', 'en', 'isOffered'] as const).every((part) => wanted[part] === before[part]))
      throw fail('NOTHING_CHANGES');
  }
  if (wanted.isOffered && !before?.isOffered && (await countOffered(tx)) >= REPLY_TEMPLATES_MAX)
    throw fail('REPLIES_FULL', { max: REPLY_TEMPLATES_MAX });
  const saved = (await saveReply(tx, id, { ...wanted, by: operator.id })) ?? fail('REPLY_NAME_TAKEN');
  audit({
    action: 'reply-template-saved',
    subject: `reply-template:${saved.id}`,
    detail: { before: before?.name ?? '', after: saved.name, reason },
  });
  const [shown] = await named(tx, [saved]);
  return shown ?? fail('REPLY_NOT_FOUND');
};
