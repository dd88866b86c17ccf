import { REGISTER_BLOCK_KINDS } from '@holdfast/contract/member';
import {
  AUDIT_ACTION_NAMES,
  CASE_HOLDERS,
  CASE_STAGES,
  FLAG_STATES,
  REVIEW_AGES,
  REVIEW_KIND_NAMES,
  REVIEW_STATES,
} from '@holdfast/contract/operators';
import { SUSPICIONS } from '@holdfast/contract/rules';
import { SETTING_NAMES } from '@holdfast/contract/settings';

/** What stands behind the question mark of each address. Every value is a text; what is not understood is left out. */

type Raw = Readonly<Record<string, unknown>>;

const textOf = (raw: Raw, name: string): string | undefined => {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  return typeof value === 'string' && value !== '' ? value.slice(0, 254) : undefined;
};

const oneOf = <const T extends string>(raw: Raw, name: string, allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === textOf(raw, name));

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (raw: Raw, name: string): string | undefined => {
  const value = textOf(raw, name);
  return value !== undefined && DAY.test(value) ? value : undefined;
};

/** Without the fields that have no value, so that an address says only what differs from the usual. */
function tidy<T extends object>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

export const signInSearch = (raw: Raw) => tidy({ ended: textOf(raw, 'ended'), next: textOf(raw, 'next') });

export const auditSearch = (raw: Raw) =>
  tidy({
    person: textOf(raw, 'person'),
    subject: textOf(raw, 'subject'),
    action: oneOf(raw, 'action', AUDIT_ACTION_NAMES),
    from: dayOf(raw, 'from'),
    to: dayOf(raw, 'to'),
  });

export const memberListSearch = (raw: Raw) => tidy({ search: textOf(raw, 'search') });

export const memberSearch = (raw: Raw) => tidy({ account: textOf(raw, 'account') });

const ID = /^[1-9]\d{0,17}$/;

export const reviewSearch = (raw: Raw) => {
  const id = textOf(raw, 'id');
  return tidy({
    kind: oneOf(raw, 'kind', REVIEW_KIND_NAMES),
    state: oneOf(raw, 'state', REVIEW_STATES),
    age: oneOf(raw, 'age', REVIEW_AGES),
    id: id !== undefined && ID.test(id) ? id : undefined,
  });
};

export const caseListSearch = (raw: Raw) =>
  tidy({
    stage: oneOf(raw, 'stage', CASE_STAGES),
    late: oneOf(raw, 'late', ['1']),
    holder: oneOf(raw, 'holder', CASE_HOLDERS),
    /** The number of an order, or a member's account: what is found stands in place of the board. */
    find: textOf(raw, 'find'),
  });

export const caseSearch = (raw: Raw) => {
  const order = textOf(raw, 'order');
  return tidy({ order: order !== undefined && ID.test(order) ? order : undefined });
};

export const flagSearch = (raw: Raw) =>
  tidy({
    /** Absent: messages. */
    of: oneOf(raw, 'of', ['parties']),
    kind: oneOf(raw, 'kind', SUSPICIONS),
    state: oneOf(raw, 'state', FLAG_STATES),
  });

export const replySearch = (raw: Raw) => tidy({ state: oneOf(raw, 'state', ['retired']) });

export const applicationSearch = (raw: Raw) =>
  tidy({
    state: oneOf(raw, 'state', ['waiting', 'approved', 'refused', 'reset']),
    account: textOf(raw, 'account'),
    from: dayOf(raw, 'from'),
    to: dayOf(raw, 'to'),
  });

export const registerBlockSearch = (raw: Raw) =>
  tidy({
    kind: oneOf(raw, 'kind', REGISTER_BLOCK_KINDS),
    state: oneOf(raw, 'state', ['live', 'ended']),
    pattern: textOf(raw, 'pattern'),
  });

export const questionListSearch = (raw: Raw) => tidy({ state: oneOf(raw, 'state', ['offered', 'retired']) });

export const questionSearch = (raw: Raw) => tidy({ id: textOf(raw, 'id') });

export const receivingAccountSearch = (raw: Raw) =>
  tidy({
    status: oneOf(raw, 'status', ['Review', 'NotApproved', 'Approved']),
    account: textOf(raw, 'account'),
  });

export const requestSearch = (raw: Raw) =>
  tidy({ state: oneOf(raw, 'state', ['open', 'decided']), subject: textOf(raw, 'subject') });

export const settingsSearch = (raw: Raw) => tidy({ name: oneOf(raw, 'name', SETTING_NAMES) });

/** Addresses carry texts, not JSON: a subject of digits stays a text, and a link can be typed. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}
