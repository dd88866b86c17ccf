import { fail } from '@holdfast/contract/errors';
import {
  needsTwo,
  parseSetting,
  SETTING_DAYS_AHEAD_MAX,
  settingText,
  textAt,
  type SettingName,
} from '@holdfast/contract/settings';
import { askForRequest, type RequestKind } from '#features/operators/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { appNow, clockNow } from '#platform/db/clock.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import {
  listChanges,
  saveRequested,
  saveSetting,
  takeSettingsAdvisory,
} from '#platform/settings/settings.store.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A change that was asked for. Without a start it holds from the approval on. */
interface Payload {
  readonly name: SettingName;
  readonly value: string;
  readonly startsAt: string | null;
}

/** The value that a change would replace, and until when its own would hold: another planned change ends it. */
async function surroundings(tx: Tx, { name, startsAt }: Payload) {
  const [changes, now] = [await listChanges(tx, { margin: '0' }), await appNow(tx)];
  // By the clock: to a transaction that waited its turn, what was changed meanwhile would seem to be planned.
  const from = startsAt === null ? await clockNow(tx) : new Date(startsAt);
  const starts = changes
    .filter((change) => change.name === name && change.startsAt > from)
    .map((change) => change.startsAt.getTime());
  return {
    now,
    from,
    before: textAt(changes, name, from),
    until: starts.length > 0 ? new Date(Math.min(...starts)).toISOString() : '',
  };
}

/** Money and limits: one administrator asks, another one approves. */
export const settingRequest: RequestKind<Payload> = {
  kind: 'setting',
  takesRequest: true,
  async changesOf(tx, payload, { locks }) {
    if (locks) await takeSettingsAdvisory(tx);
    const { now, from, before, until } = await surroundings(tx, payload);
    const { name, value, startsAt } = payload;
    return [
      { field: name, before, after: value },
      // Nothing starts in the past: once its time has come nobody can approve it any more.
      {
        field: 'startsAt',
        before: '',
        after: startsAt !== null && from <= now ? 'missed' : (startsAt ?? 'now'),
      },
      ...(until === '' ? [] : [{ field: 'until', before: '', after: until }]),
    ];
  },
  apply: ({ tx }, { id }) => saveRequested(tx, id),
};

/** Changes a setting, or asks for it where it needs two people. */
export const changeSetting: Handler<'/operator/setting/change'> = async (context, input) => {
  const { tx, now, operator, audit } = context;
  const { name, seen, startsAt = null, reason } = input;
  const parsed = parseSetting(name, input.value);
  if (parsed === undefined) throw fail('PARAMETERS_INVALID', { fields: ['value'] });
  const value = settingText(parsed);
  const start = startsAt === null ? now.getTime() : Date.parse(startsAt);
  // The form of an instant lets a thirteenth month through.
  if (Number.isNaN(start) || start > now.getTime() + SETTING_DAYS_AHEAD_MAX * DAY_MS)
    throw fail('PARAMETERS_INVALID', { fields: ['startsAt'] });
  if (start < now.getTime()) throw fail('SETTING_IN_PAST');
  const payload = { name, value, startsAt };
  await takeSettingsAdvisory(tx);
  const { before } = await surroundings(tx, payload);
  if (before !== seen) throw fail('SETTING_CHANGED');
  if (before === value) throw fail('NOTHING_CHANGES');
  const subject = `setting:${name}`;
  if (needsTwo(name)) return askForRequest(context, settingRequest, { subject, payload, reason });
  await saveSetting(tx, operator, { name, value, startsAt, reason });
  audit({
    action: 'setting-changed',
    subject,
    detail: { before, after: value, from: startsAt ?? now.toISOString(), reason },
  });
  return { requestId: null };
};
