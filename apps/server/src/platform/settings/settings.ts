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

/** The settings from one start of a change to the next. */
interface Stretch {
  readonly changes: readonly SettingChange[];
  readonly from: number;
  readonly until: number;
  readonly settings: Settings;
}

function stretchAt(changes: readonly SettingChange[], now: Date): Stretch {
  const starts = changes.map(({ startsAt }) => startsAt.getTime());
  return {
    changes,
    from: Math.max(-Infinity, ...starts.filter((start) => start <= now.getTime())),
    until: Math.min(Infinity, ...starts.filter((start) => start > now.getTime())),
    settings: settingsAt(changes, now),
  };
}

export function createSettings(): SettingsReader {
  let known: { readonly newest: string | null; readonly changes: readonly SettingChange[] } = {
    newest: null,
    changes: [],
  };
  // Parsing all settings for each transaction was a measurable part of a command.
  let parsed: Stretch | undefined;
  return {
    async at(tx, { now, newestSetting }) {
      let current = known;
      if (current.newest !== newestSetting) {
        const changes =
          newestSetting === null ? [] : await listChanges(tx, { newest: newestSetting, margin: '1 day' });
        current = known = { newest: newestSetting, changes };
      }
      const { changes } = current;
      const isHeld =
        parsed?.changes === changes && parsed.from <= now.getTime() && now.getTime() < parsed.until;
      const stretch = parsed && isHeld ? parsed : stretchAt(changes, now);
      parsed = stretch;
      return stretch.settings;
    },
  };
}
