import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holdsSecret } from '../wire/field.ts';
import { ANSWER_KEPT_MINUTES_MAX } from '../constants.ts';
import { proofsOf, type Call } from './call.ts';
import { registry, type CallPath } from './registry.ts';
import { SEED_PATHS } from '../../test/seed-paths.ts';

const ENTRIES = Object.entries(registry) as [CallPath, Call][];

function summaryOf(path: string, method: string): string {
  return `${method} ${path}`;
}

describe('the registry of calls', () => {
  it('has exactly the paths that were asked for, with their methods, and marks every other as ours', () => {
    const asked = ENTRIES.filter(([, { origin }]) => origin === 'seed').map(([path, { method }]) =>
      summaryOf(path, method),
    );
    const listed = SEED_PATHS.map(({ path, method }) => summaryOf(path, method));
    expect(asked.toSorted()).toEqual(listed.toSorted());
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBe(90);
  });

  it('keeps the misspellings as found', () => {
    const asFound = [
      '/api/v1/members/confirm-before-desposit',
      '/api/v1/members/desopsit-id-verify',
      '/api/v1/members/bind-account-rqcode',
      '/member/delelecp/{account}',
      '/api/vi/members/bind-account/by/uid',
      '/api/wallet/chang/balance/fee',
      '/api/fast-registeration',
      '/member/flow/force-reset-password/create-cerification',
      '/member/force-reset-contect',
    ];
    expect(asFound.filter((path) => !(path in registry))).toEqual([]);
  });

  it('writes every path so that a filled one fits the grammar of the channel', () => {
    const unfit = ENTRIES.map(([path]) => path).filter(
      (path) => !/^(\/([A-Za-z0-9_-]{1,64}|\{(account|id)\})){1,8}$/.test(path),
    );
    expect(unfit).toEqual([]);
  });

  it('lets no two paths answer the same request', () => {
    const shapes = ENTRIES.map(([path, { method }]) => summaryOf(path.replaceAll(/\{\w+\}/g, '*'), method));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('opens a path with {account} for that account alone, unless nobody is signed in yet or an operator acts', () => {
    const wide = ENTRIES.filter(
      ([path, { who }]) => path.includes('{account}') && who.some((one) => one === 'member' || one === 'own'),
    );
    expect(wide).toEqual([]);
  });

  it('asks the transaction secret only of a member, and only for a change', () => {
    const odd = ENTRIES.filter(
      ([, { secret, kind, who }]) =>
        secret &&
        (kind !== 'write' || !who.every((one) => one === 'self' || one === 'member' || one === 'own')),
    );
    expect(odd.map(([path]) => path)).toEqual([]);
  });
});

describe('proofs', () => {
  const commands = ENTRIES.filter(([, { kind, schemas }]) => kind === 'write' && schemas);

  it('are the transaction secret, and the code of a cool-down or of a marked password', () => {
    const proofs = commands.flatMap(([path, call]) => proofsOf(call).map((name) => `${path} ${name}`));
    expect(proofs.filter((one) => !one.endsWith(' transpass'))).toEqual([
      '/member/reset-password/forced-set/{account} otpTicket',
      '/order/deny-as-received otpTicket',
      '/order/release otpTicket',
      '/order/split otpTicket',
    ]);
    const asking = commands
      .filter(([, { secret, schemas }]) => secret && schemas && !holdsSecret(schemas.output))
      .map(([path]) => `${path} transpass`);
    expect(proofs.filter((one) => one.endsWith(' transpass'))).toEqual(asking);
  });

  it('are none where the answer holds a credential', () => {
    const opened = commands.filter(([, { schemas }]) => schemas && holdsSecret(schemas.output));
    expect(opened.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/member/login', '/member/register', '/member/transpass/verify']),
    );
    expect(opened.filter(([, call]) => proofsOf(call).length > 0)).toEqual([]);
    expect(proofsOf({ ...registry['/member/login'], secret: true })).toEqual([]);
  });
});

describe('the answer of a command', () => {
  const built = ENTRIES.filter(([, { kind, schemas }]) => kind === 'write' && schemas);
  const isShort = ([, { keptMinutes }]: [CallPath, Call]) => keptMinutes <= 15;

  it('is kept for minutes only where it holds a token or anybody may ask', () => {
    const risky = built.filter(
      ([, { who, schemas }]) =>
        who.includes('anyone') || who.includes('console') || (schemas && holdsSecret(schemas.output)),
    );
    expect(risky.filter((entry) => !isShort(entry)).map(([path]) => path)).toEqual([]);
  });

  it('is kept for seven days where coin moves', () => {
    const isMessage = (path: string) => path === '/order/say';
    const moving = built.filter(
      ([path, { repeatable }]) => /^\/(order|listing)\//.test(path) && !repeatable && !isMessage(path),
    );
    expect(moving.filter(([, { keptMinutes }]) => keptMinutes !== ANSWER_KEPT_MINUTES_MAX)).toEqual([]);
    expect(moving.length).toBeGreaterThanOrEqual(7);
  });

  it('that brings a token renews the session, unless it begins one', () => {
    const bringing = built.filter(([, { who, schemas }]) => {
      const isMembers = who.includes('member') || who.includes('self');
      return (
        isMembers && schemas && 'shape' in schemas.output && 'access_token' in Object(schemas.output.shape)
      );
    });
    expect(bringing.filter(([, { renewsSession }]) => !renewsSession).map(([path]) => path)).toEqual([]);
    expect(bringing.length).toBeGreaterThanOrEqual(10);
  });

  // Whoever adds one asks: what is there after it has run twice, and what was set between the two?
  it('is of a command that may run twice only where that sets or says something', () => {
    expect(built.flatMap(([path, { repeatable }]) => (repeatable ? [path] : [])).toSorted()).toEqual([
      '/api/clear-cancel-record',
      '/api/v1/members/set-max-number-of-order-locks/{account}',
      '/api/v1/members/set-multi-locks/{account}',
      '/api/v1/members/set-role-sort-code',
      '/api/v1/members/set-role-sort-code-offset',
      '/api/v1/members/unblock-login/{account}',
      '/listing/link/password',
      '/listing/link/renew',
      '/listing/pause-all',
      '/listing/resume-all',
      '/member/account/use-level-set',
      '/member/avatar/set',
      '/member/block/set',
      '/member/broadcast/close',
      '/member/broadcast/language',
      '/member/device/push-remove',
      '/member/device/push-set',
      '/member/favourite/set',
      '/member/level/raise',
      '/member/limits/set',
      '/member/notification/preferences/set',
      '/member/notification/read',
      '/member/notification/seen',
      '/member/presence/set',
      '/member/security/passkey-rename',
      '/member/security/phrase-set',
      '/member/security/questions-set',
      '/member/set-member-sort-code',
      '/member/set-member-sort-code-offset',
      '/operator/case/claim/{id}',
      '/operator/case/next',
      '/operator/case/release/{id}',
      '/operator/dead-letter/retry',
      '/operator/member/password-mark/{account}',
      '/operator/review/claim/{id}',
      '/operator/review/next',
      '/operator/review/release/{id}',
      '/order/thread/seen',
      '/register-block/update/{id}',
    ]);
  });
});

/** The documents that the product was specified with. They are no part of the repository; where they lie beside it they are compared. */
const SPEC = new URL('../../../../../shared/spec/', import.meta.url);
const hasSpec = existsSync(new URL('seed.md', SPEC)) && existsSync(new URL('calls.md', SPEC));

function readSpec(name: string): string {
  return readFileSync(new URL(name, SPEC), 'utf8');
}

interface CallRow {
  readonly path: string;
  readonly who: string[];
  readonly kind: string;
  readonly secret: boolean;
}

/** `a/x/{p} · y` and `a/x, a/y/…` written out: a short name stands beside the last word of the first path, with or without its parameter. */
function expandPaths(cell: string): string[] {
  const known = new Set(SEED_PATHS.map(({ path }) => path));
  const groups = cell
    .replace(/^(GET|POST) /, '')
    .split(', ')
    .map((group) => group.split(' · '));
  const tails =
    groups[0]?.map((name, index) => (index === 0 ? name.slice(name.lastIndexOf('/') + 1) : name)) ?? [];
  return groups.flatMap(([first = '', ...others]) => {
    if (first.endsWith('/…')) return tails.map((tail) => first.replace('…', tail));
    const [, folder = '', parameter = ''] = /^(.*?\/)[^/]+(\/\{\w+\})?$/.exec(first) ?? [];
    const whole = others.map((other) =>
      other.startsWith('/')
        ? other
        : ([`${folder}${other}`, `${folder}${other}${parameter}`].find((path) => known.has(path)) ?? other),
    );
    return [first, ...whole];
  });
}

function callRows(): CallRow[] {
  const cells = readSpec('calls.md')
    .split('\n')
    .filter((line) => /^\| (GET )?\//.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return cells.flatMap(([, paths = '', who = '', kinds = '']) =>
    expandPaths(paths).map((path, index) => {
      const kind = kinds.split(', ')[index] ?? kinds.split(', ')[0] ?? '';
      return {
        path,
        who: who.split(', ').map((one) => (one === 'member (own)' ? 'own' : one)),
        kind: kind.startsWith('W') ? 'write' : 'read',
        secret: kind.endsWith('+S'),
      };
    }),
  );
}

describe.skipIf(!hasSpec)('beside the documents of the specification', () => {
  it('SEED_PATHS is what spec 7 lists, in its order', () => {
    const seed = readSpec('seed.md');
    const section = seed.slice(seed.indexOf('### Inner member API paths'), seed.indexOf('## 8.'));
    const listed = [...section.matchAll(/^ {2}- (?:(GET|POST) )?(\/\S+)(?: \((GET)\))?$/gm)].map(
      ([, before, path = '', after]) => summaryOf(path, after ?? before ?? 'POST'),
    );
    const own = SEED_PATHS.filter(({ from }) => from === 'seed').map(({ path, method }) =>
      summaryOf(path, method),
    );
    expect(own).toEqual(listed);
  });

  it('the completed paths are those of the decisions', () => {
    const decisions = readSpec('decisions.md');
    const completed = SEED_PATHS.filter(({ from }) => from === 'decision');
    expect(completed.filter(({ path }) => !decisions.includes(`\`${path}\``))).toEqual([]);
    expect(completed).toHaveLength(9);
  });

  it('who may call, and whether it changes anything, is as in the list of calls', () => {
    const rows = callRows();
    expect(rows.map(({ path }) => path).toSorted()).toEqual(SEED_PATHS.map(({ path }) => path).toSorted());
    const actual = rows.map(({ path }) => {
      const { who, kind, secret } = registry[path as CallPath] as Call;
      return { path, who: [...who], kind, secret };
    });
    expect(actual).toEqual(rows);
  });
});

describe.skipIf(hasSpec)('without the documents of the specification', () => {
  it('leaves out 3 comparisons', () => expect(hasSpec).toBe(false));
});
