import {
  AUDIENCES,
  BROADCAST_KINDS,
  BROADCAST_LINKS,
  BROADCAST_TEXT_MAX,
  BROADCAST_TITLE_MAX,
  isPlainText,
  isValueOf,
  takesValue,
  type Audience,
  type BroadcastKind,
  type BroadcastLink,
} from '@holdfast/contract/broadcasts';
import type { CallInput } from '@holdfast/contract/calls';
import { instantOf } from '#components/taipei-time.ts';
import type { Draft } from '#state/drafts.ts';
import type { Broadcast } from './broadcast.ts';

/** All that the form says; the reason is asked for at the end. */
export type Message = Omit<CallInput<'/operator/broadcast/ask'>, 'reason'>;

export const TEXT_FIELDS = ['titleZh', 'textZh', 'titleEn', 'textEn'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
export const MOST: Readonly<Record<TextField, number>> = {
  titleZh: BROADCAST_TITLE_MAX,
  textZh: BROADCAST_TEXT_MAX,
  titleEn: BROADCAST_TITLE_MAX * 2,
  textEn: BROADCAST_TEXT_MAX * 2,
};

type Problem = 'needsText' | 'needsPlain' | 'needsAudience' | 'needsTime' | 'needsFuture';
export type Problems = Readonly<Partial<Record<TextField | 'audienceValue' | 'startsAt', Problem>>>;

function nameIn<T extends string>(
  table: Readonly<Record<T, unknown>>,
  value: string | undefined,
): T | undefined {
  return value !== undefined && Object.hasOwn(table, value) ? (value as T) : undefined;
}
export const kindOf = (draft: Draft): BroadcastKind => nameIn(BROADCAST_KINDS, draft['kind']) ?? 'news';
export const audienceOf = (draft: Draft): Audience => nameIn(AUDIENCES, draft['audience']) ?? 'all';
export const linkOf = (draft: Draft): BroadcastLink | undefined => nameIn(BROADCAST_LINKS, draft['link']);

/** What stands in the form for an audience; a choice has a first one. */
export function valueOf(draft: Draft): string {
  const audience = audienceOf(draft);
  if (!takesValue(audience)) return '';
  const first = { level: '0', language: 'zh-TW' } as const;
  const typed = draft[`value-${audience}`] ?? '';
  return typed !== '' || audience === 'accounts' ? typed.trim() : first[audience as 'level' | 'language'];
}

function problemOf(text: string): Problem | undefined {
  if (text === '') return 'needsText';
  return isPlainText(text) ? undefined : 'needsPlain';
}

function timeProblem(typed: string, startsAt: string | undefined, now: number): Problem | undefined {
  if (typed === '') return undefined;
  if (startsAt === undefined) return 'needsTime';
  return Date.parse(startsAt) <= now ? 'needsFuture' : undefined;
}

/** Reads the form; what is wrong stands beside its field. The server decides the same again. */
export function readForm(
  draft: Draft,
  now: number,
): { readonly message?: Message; readonly problems: Problems } {
  const text = (name: TextField) => (draft[name] ?? '').trim();
  const typedStart = (draft['startsAt'] ?? '').trim();
  const startsAt = instantOf(typedStart);
  const [audience, audienceValue, link] = [audienceOf(draft), valueOf(draft), linkOf(draft)];
  const found = [
    ...TEXT_FIELDS.map((name) => [name, problemOf(text(name))] as const),
    ['audienceValue', isValueOf(audience, audienceValue) ? undefined : 'needsAudience'] as const,
    ['startsAt', timeProblem(typedStart, startsAt, now)] as const,
  ];
  const problems: Problems = Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
  if (Object.keys(problems).length > 0) return { problems };
  const replaces = draft['replaces'];
  return {
    problems,
    message: {
      kind: kindOf(draft),
      titleZh: text('titleZh'),
      textZh: text('textZh'),
      titleEn: text('titleEn'),
      textEn: text('textEn'),
      audience,
      audienceValue,
      ...(link !== undefined && { link }),
      ...(startsAt !== undefined && { startsAt }),
      ...(replaces !== undefined && { replaces }),
    },
  };
}

const TAIPEI_MS = 8 * 60 * 60_000;
const LOCAL_LENGTH = 'YYYY-MM-DDTHH:MM'.length;

/** The form as it was filled for a broadcast, to be changed. `replaces` is left out where a new one is made of an old one. */
export function draftOf(broadcast: Broadcast, replaces: string | undefined): Draft {
  const { kind, titleZh, textZh, titleEn, textEn, link, audience, audienceValue, startsAt } = broadcast;
  const isLater = startsAt !== null && replaces !== undefined;
  return {
    kind,
    titleZh,
    textZh,
    titleEn,
    textEn,
    audience,
    ...(link !== null && { link }),
    ...(audienceValue !== '' && { [`value-${audience}`]: audienceValue }),
    ...(isLater && {
      startsAt: new Date(Date.parse(startsAt) + TAIPEI_MS).toISOString().slice(0, LOCAL_LENGTH),
    }),
    ...(replaces !== undefined && { replaces }),
  };
}
