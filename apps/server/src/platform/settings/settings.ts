import { settingsAt, type SettingChange, type Settings } from '@holdfast/contract/settings';
import type { Tx } from '#platform/db/db.ts';
import { listChanges, readMoment, type Moment } from './settings.store.ts';

/**
 * The settings as transactions of this process see them. The rows are kept from one transaction to the next, and read anew, in the transaction
 * itself, when it sees others. So a command costs no round trip for them and never has an older value than the database: processes
 * agree at the second in which a change starts, whatever their clocks say. Polling was rejected: it is late by as much as it is rare.
 */
export interface SettingsReader {
  at(tx: Tx, moment: Moment): Promise<Settings>;
}

/** The settings of a transaction that is no call's: a clock that fires. */
export async function readSettings(tx: Tx): Promise<Settings> {
  return createSettings().at(tx, await readMoment(tx));
}

export function createSettings(): SettingsReader {
  let known: { readonly newest: string | null; readonly changes: readonly SettingChange[] } = {
    newest: null,
    changes: [],
  };
  return {
    async at(tx, { now, newestSetting }) {
      let current = known;
      if (current.newest !== newestSetting) {
        const changes =
          newestSetting === null ? [] : await listChanges(tx, { newest: newestSetting, margin: '1 day' });
        current = known = { newest: newestSetting, changes };
      }
      return settingsAt(current.changes, now);
    },
  };
}
