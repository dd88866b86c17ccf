import { createStored, flag, isRecord, type Stored } from '@holdfast/client/storage';

/** Which columns of a table are shown, by their ids; one that is not named is. */
export type Shown = Readonly<Record<string, boolean>>;
type Choices = Readonly<Record<string, Shown>>;

/** What an operator has chosen to see of each table in this browser. */
export type ColumnChoices = Stored<Choices>;

const isShown = (raw: unknown): raw is Shown =>
  isRecord(raw) && Object.values(raw).every((value) => flag(value) !== undefined);

export const createColumnChoices = (shared: Storage): ColumnChoices =>
  createStored({
    area: shared,
    key: 'columns',
    read: (raw) => (isRecord(raw) && Object.values(raw).every(isShown) ? (raw as Choices) : undefined),
  });
