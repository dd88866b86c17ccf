import { createStored, isRecord } from '@holdfast/client/storage';

/** What somebody has chosen or typed and not sent, as names and texts. */
export type Draft = Readonly<Record<string, string>>;

/** Kept in the tab, so that Back and a reload lose nothing; it goes with the session. */
export interface Drafts {
  readonly read: (name: string) => Draft;
  readonly write: (name: string, draft: Draft) => void;
  readonly clear: () => void;
}

const KEY = 'drafts';
const isDraft = (raw: unknown): raw is Draft =>
  isRecord(raw) && Object.values(raw).every((value) => typeof value === 'string');
const readAll = (raw: unknown): Readonly<Record<string, Draft>> | undefined =>
  isRecord(raw) && Object.values(raw).every(isDraft) ? (raw as Readonly<Record<string, Draft>>) : undefined;

export function createDrafts(area: Storage): Drafts {
  const stored = createStored({ area, key: KEY, read: readAll });
  return {
    read: (name) => stored.read()?.[name] ?? {},
    write(name, draft) {
      const { [name]: _, ...others } = stored.read() ?? {};
      stored.write(Object.keys(draft).length === 0 ? others : { ...others, [name]: draft });
    },
    clear: stored.clear,
  };
}
