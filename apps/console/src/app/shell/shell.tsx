import { useWords } from '@holdfast/client/i18n';
import { useAction } from '@holdfast/client/calls';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import type { Permission } from '@holdfast/contract/operators';
import {
  Button,
  CountBadge,
  BrandMark,
  cx,
  Notice,
  rowInPlaceOf,
  useLostFocus,
  useServerTime,
} from '@holdfast/ui';
import { Link, Outlet, useLocation, useNavigate, useSearch, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import { LiveProvider, useUnlessLive } from '#state/live.tsx';
import { useMay, useOperator } from '#state/services.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './shell.module.css';
import { shellWords } from './shell.words.ts';

interface Place {
  readonly to: NonNullable<LinkProps['to']>;
  readonly name:
    | 'home'
    | 'reviews'
    | 'cases'
    | 'flags'
    | 'applications'
    | 'members'
    | 'roles'
    | 'bankCards'
    | 'payAccounts'
    | 'questions'
    | 'replies'
    | 'registerBlock'
    | 'broadcasts'
    | 'maintenance'
    | 'settings'
    | 'deliveries'
    | 'requests'
    | 'operators'
    | 'audit';
  /** The letter after `g`. */
  readonly key: string;
  readonly needs?: Permission;
  /** The screen of one of its rows: the place is shown as open there too. */
  readonly one?: string;
}

/** The menu: whoever may not read a screen does not see it. */
const PLACES: readonly Place[] = [
  { to: '/', name: 'home', key: 'h' },
  { to: '/reviews', name: 'reviews', key: 'v', needs: 'reviews.read' },
  { to: '/cases', name: 'cases', key: 'k', needs: 'cases.read', one: '/case' },
  { to: '/flags', name: 'flags', key: 'f', needs: 'flags.review' },
  { to: '/replies', name: 'replies', key: 'e', needs: 'replies.manage' },
  { to: '/applications', name: 'applications', key: 'i', needs: 'real-name.review' },
  { to: '/members', name: 'members', key: 'm', needs: 'members.list', one: '/member' },
  { to: '/bank-cards', name: 'bankCards', key: 'c', needs: 'reviews.decide' },
  { to: '/pay-accounts', name: 'payAccounts', key: 'p', needs: 'reviews.decide' },
  { to: '/roles', name: 'roles', key: 's', needs: 'members.risk' },
  { to: '/register-block', name: 'registerBlock', key: 'b', needs: 'members.risk' },
  { to: '/questions', name: 'questions', key: 'q', needs: 'operators.manage', one: '/question' },
  { to: '/broadcasts', name: 'broadcasts', key: 'n', needs: 'broadcasts.read' },
  { to: '/settings', name: 'settings', key: 't', needs: 'settings.read' },
  { to: '/maintenance', name: 'maintenance', key: 'w', needs: 'maintenance.read' },
  { to: '/deliveries', name: 'deliveries', key: 'd', needs: 'deliveries.read' },
  { to: '/requests', name: 'requests', key: 'r', needs: 'requests.read' },
  { to: '/operators', name: 'operators', key: 'o', needs: 'operators.manage' },
  { to: '/audit', name: 'audit', key: 'a', needs: 'audit.read' },
];

const REFRESH_MS = 20_000;
const MINUTE_MS = 60_000;
/** From when on the end of the session is said in words. */
const WARN_MINUTES = 3;

/** What waits, beside the names of the places, and whether all of it is known. */
function useCounts(requests: number): [Partial<Record<Place['name'], number>>, boolean] {
  const may = useMay();
  const queues = useRead(
    '/operator/review/summary',
    {},
    { refetchMs: REFRESH_MS, isEnabled: may('reviews.read') },
  );
  const cases = useRead(
    '/operator/case/summary',
    {},
    { refetchMs: useUnlessLive(REFRESH_MS), isEnabled: may('cases.read') },
  );
  const isKnown = (queues.isFetched || !may('reviews.read')) && (cases.isFetched || !may('cases.read'));
  const counts = {
    requests,
    // Those that the parties still settle by themselves are no work yet.
    cases:
      cases.data?.stages.reduce((sum, { stage, waiting }) => sum + (stage === 'self' ? 0 : waiting), 0) ?? 0,
    reviews: queues.data?.queues.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0,
  };
  return [counts, isKnown];
}

/** What is behind the sign-in, and what it is told at once. */
export function Shell() {
  const { pathname } = useLocation();
  const { order } = useSearch({ strict: false });
  return (
    <LiveProvider order={pathname === '/case' ? order : undefined}>
      <Frame />
    </LiveProvider>
  );
}

/** The frame of everything: the menu, who is signed in and for how long, and what everybody must know. */
function Frame() {
  const say = useWords(shellWords);
  const may = useMay();
  const navigate = useNavigate();
  const operator = useOperator();
  const me = useRead('/operator/me', {}, { refetchMs: REFRESH_MS });
  const [counts, isKnown] = useCounts(me.data?.openRequests ?? 0);
  const places = PLACES.filter(({ needs }) => needs === undefined || may(needs));
  useShortcuts(
    places.map(({ to, name, key }) => ({
      keys: `g ${key}`,
      label: say(name),
      run: () => void navigate({ to }),
    })),
  );
  const menu = useCurrentInView(me.isFetched && isKnown);
  const content = useRef<HTMLElement>(null);
  useLostFocus((mark) => rowInPlaceOf(mark) ?? content.current?.querySelector('h1') ?? null, {
    within: content,
    isKeyboardOnly: true,
  });
  const { pathname } = useLocation();
  const endsAt = me.data ? Date.parse(me.data.endsAt) : undefined;
  const minutesLeft = useServerTime((now) =>
    endsAt === undefined ? undefined : Math.max(0, Math.ceil((endsAt - now) / MINUTE_MS)),
  );
  if (!operator) return null;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {say('skip')}
      </a>
      <nav className={styles.rail} aria-label={say('navigation')}>
        <div className={styles.brand}>
          <BrandMark size={28} />
          <b>{say('brand')}</b>
          <small>{say('console')}</small>
        </div>
        <div ref={menu} className={styles.places}>
          {places.map(({ to, name, one }) => (
            <Link
              key={to}
              to={to}
              className={cx(styles.place, one === pathname && styles.on)}
              activeProps={{ className: styles.on, 'aria-current': 'page' }}
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              {say(name)}
              {(counts[name] ?? 0) > 0 && <CountBadge>{counts[name]}</CountBadge>}
            </Link>
          ))}
        </div>
        <AccountMenu operator={operator} minutesLeft={minutesLeft} />
      </nav>
      <main ref={content} id="content" className={styles.content} tabIndex={-1}>
        <Warnings minutesLeft={minutesLeft} me={me.data} />
        <Outlet />
      </main>
    </div>
  );
}

/** On a narrow window the menu scrolls sideways: the place that is shown is never out of it, once the counts are there that move it. */
function useCurrentInView(hasCounts: boolean) {
  const menu = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (!hasCounts) return;
    const current = menu.current?.querySelector<HTMLElement>(`[href="${pathname}"]`);
    if (current) menu.current?.scrollTo?.({ left: current.offsetLeft - menu.current.offsetWidth / 2 });
  }, [pathname, hasCounts]);
  return menu;
}

interface Told {
  readonly signedInAt: string;
  readonly recovered: readonly { readonly email: string; readonly at: string }[];
}

function Warnings({ minutesLeft, me }: { minutesLeft: number | undefined; me: Told | undefined }) {
  const say = useWords(shellWords);
  const when = useWhen();
  const { callApi } = useClient();
  const refresh = useRefresh();
  const stay = useAction(async () => {
    await callApi('/operator/me', {});
    refresh('/operator/me');
  });
  const endsSoon = minutesLeft !== undefined && minutesLeft <= WARN_MINUTES;
  return (
    <>
      {me?.recovered.map(({ email, at }) => (
        <div key={at} className={styles.warning}>
          <Notice tone="refused">{say('recovered', { email, when: when(at) })}</Notice>
        </div>
      ))}
      {endsSoon && (
        <div className={styles.warning} role="status">
          <Notice tone="held">{say('endsSoon', { minutes: minutesLeft })}</Notice>
          <Button look="quiet" busy={stay.isBusy} onClick={() => void stay.run()}>
            {say('stay')}
          </Button>
        </div>
      )}
    </>
  );
}
