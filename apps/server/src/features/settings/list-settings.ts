import type { CallOutput } from '@holdfast/contract/calls';
import { changeAt, SETTING_NAMES, textAt, type SettingName } from '@holdfast/contract/settings';
import { defined } from '@holdfast/kernel';
import { operatorNames } from '#features/operators/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';
import { listPast, listChanges } from '#platform/settings/settings.store.ts';

const PAGE = 20;

/** Every setting as it is, and what comes when. */
export const listSettings: Handler<'/operator/setting/list'> = async ({ tx, now }) => {
  const changes = await listChanges(tx, { margin: '0' });
  const names = await operatorNames(tx, [...new Set(changes.map(({ setBy }) => setBy))]);
  const settings = SETTING_NAMES.map((name) => ({
    name,
    value: textAt(changes, name, now),
    since: changeAt(changes, name, now)?.startsAt.toISOString() ?? null,
    planned: changes
      .filter((change) => change.name === name && change.startsAt > now)
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
      .map(({ id, value, startsAt, setBy, reason }) => ({
        id,
        value,
        startsAt: startsAt.toISOString(),
        by: names.get(setBy) ?? '',
        reason,
      })),
  }));
  return { settings, serverTime: now.toISOString() };
};

type Entry = CallOutput<'/operator/setting/history'>['items'][number];

/** Who has set what from when on, and why. */
export const listHistory: Handler<'/operator/setting/history'> = async ({ tx }, { cursor, name }) => {
  const [before = NEWEST] = keysOf(cursor, 1);
  const found = await listPast(tx, { before, name, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  const people = items.flatMap(({ setBy, approvedBy, withdrawnBy }) => [setBy, approvedBy, withdrawnBy]);
  const names = await operatorNames(tx, [...new Set(people.filter((id) => id !== null))]);
  const shown = items.map((it): Entry => ({
    id: it.id,
    name: it.name as SettingName,
    value: it.value,
    startsAt: it.startsAt.toISOString(),
    setAt: it.setAt.toISOString(),
    setBy: names.get(it.setBy) ?? '',
    approvedBy: it.approvedBy === null ? null : (names.get(it.approvedBy) ?? ''),
    reason: it.reason,
    state: it.state,
    withdrawn:
      it.withdrawnBy === null
        ? null
        : {
            at: defined(it.withdrawnAt, 'a withdrawal has its time').toISOString(),
            by: names.get(it.withdrawnBy) ?? '',
            reason: it.withdrawnReason ?? '',
          },
  }));
  return { items: shown, next };
};
