import { Panel } from '@holdfast/ui';
import { Suspense, useEffect } from 'react';
import { loadErrors } from '@holdfast/client/calls';
import { useWords, withoutMarks } from '@holdfast/client/i18n';
import { usePlace, useRouter } from '#platform/router/router-context.tsx';
import {
  resolvePlace,
  SCREENS,
  screenAddress,
  type RouteSearch,
  type ScreenPath,
} from '#platform/router/routes.rules.ts';
import { useMemberData, useServerStatus, useServices, useSettings } from '#state/services.tsx';
import { applySettings } from '#state/settings/settings.ts';
import { bannerOf, DISMISSED_KEY, gateOf, safeLink } from '#state/status/status.rules.ts';
import { memberFrame, panels, screens, statusParts, supportButton } from '../routes.tsx';
import { endStaticPage } from '#platform/first-paint/static-page.ts';
import { brokenInPlace, ChunkBoundary } from './chunk-boundary.tsx';
import { ScreenBoundary, ScreenFallback } from './screen-boundary.tsx';
import { leadToRightPlace } from './right-place.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { showsSupport } from './shell-queue.rules.ts';
import { ShellQueue } from './shell-queue.tsx';
import { shellWords } from './shell.words.ts';
import styles from './shell.module.css';

/** Decides what is on the screen: the route's own part, in the member's frame where it needs one, a panel over it, the dialogs. */
export function Shell() {
  const place = usePlace();
  const router = useRouter();
  const resolved = resolvePlace(place);
  useDocument(resolved.kind === 'screen' ? resolved.path : '/login');

  const redirect = resolved.kind === 'redirect' ? resolved.to : undefined;
  useEffect(() => {
    if (redirect) router.go(redirect, { replace: true });
  }, [redirect, router]);

  return (
    <>
      <Banner />
      <ChunkBoundary at={place.path}>
        <ScreenBoundary path={resolved.kind === 'screen' ? resolved.path : resolved.to}>
          {resolved.kind === 'screen' && <Gated path={resolved.path} search={resolved.search} />}
        </ScreenBoundary>
      </ChunkBoundary>
      {resolved.kind === 'screen' && <Support path={resolved.path} />}
      <ShellQueue
        path={place.path}
        isAtOrder={place.search.has('orderId')}
        isAtFreeze={place.search.get('panel') === 'freeze-account'}
      />
    </>
  );
}

/** Customer service, as far as the server names an address that may be opened. */
function Support({ path }: { path: string }) {
  const href = safeLink(useServerStatus()?.supportUrl);
  if (href === undefined || !showsSupport(path)) return null;
  const { Part: Button } = supportButton;
  return (
    <ChunkBoundary fallback={null}>
      <Suspense fallback={null}>
        <Button href={href} />
      </Suspense>
    </ChunkBoundary>
  );
}

/** Language and theme on the document, and the title of the route's category. */
function useDocument(path: ScreenPath): void {
  const settings = useSettings();
  const say = useWords(shellWords);
  useEffect(() => applySettings(settings, document.documentElement), [settings]);
  const { category } = SCREENS[path];
  useEffect(() => {
    document.title = withoutMarks(`${say(category)} · ${say('brand')}`);
  }, [category, say]);
}

interface RoutedProps {
  path: ScreenPath;
  search: RouteSearch;
}

/** What the server says of versions and maintenance, above whatever is shown. */
function Banner() {
  const { status, shared } = useServices();
  const isNeeded = bannerOf(status.version, useServerStatus(), shared.getItem(DISMISSED_KEY) ?? undefined);
  if (isNeeded === undefined) return null;
  const { Part } = statusParts.banner;
  return (
    <div className={styles.banner}>
      <ChunkBoundary fallback={null}>
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </ChunkBoundary>
    </div>
  );
}

/** The screen, unless none can work now. The sign-in page says of a maintenance itself. */
function Gated(props: RoutedProps) {
  const { status } = useServices();
  const gate = gateOf(status.version, useServerStatus());
  if (gate === 'open' || (gate === 'maintenance' && props.path === '/login')) return <Routed {...props} />;
  const { Part } = statusParts.screen;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Part gate={gate} />
    </Suspense>
  );
}

/** A failed preload is no news: the screen loads its code again when it is shown. */
const preload = (path: ScreenPath) => void screens[path].load().catch(() => {});

function Routed({ path, search }: RoutedProps) {
  const router = useRouter();
  const services = useServices();
  const uid = useMemberData()?.login.uid;
  const { needsLogin } = SCREENS[path];
  const isWrongPlace = needsLogin !== (uid !== undefined);

  useEffect(() => {
    if (isWrongPlace) leadToRightPlace(services, router);
  }, [isWrongPlace, router, services]);
  useEffect(() => {
    const root = document.querySelector<HTMLElement>('#root');
    if (root) endStaticPage(root);
  }, []);
  // Beside the code of the part: not waited for, since a refusal comes over the network and waits for its text itself. Home reads and
  // the sign-in is refused what the first code can say.
  const isActing = search.panel !== undefined || (needsLogin && path !== '/home');
  useEffect(() => {
    if (isActing) void loadErrors().catch(() => {});
  }, [isActing]);

  if (isWrongPlace) return needsLogin ? <ScreenSkeleton /> : <ScreenFallback path="/home" />;
  const { Part: Screen } = screens[path];
  const { Part: Frame } = memberFrame;
  const panel = search.panel && <OpenPanel path={path} search={search} name={search.panel} />;
  if (!needsLogin)
    return (
      <>
        <Screen search={search} />
        {panel}
      </>
    );
  // The frame stays from screen to screen, with its stream and with what was read; nothing of it is another member's.
  return (
    <Frame key={uid} category={SCREENS[path].category} preload={preload}>
      <ChunkBoundary at={path} fallback={brokenInPlace}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Screen search={search} />
        </Suspense>
      </ChunkBoundary>
      {panel}
    </Frame>
  );
}

function OpenPanel({ path, search, name }: RoutedProps & { name: NonNullable<RouteSearch['panel']> }) {
  const say = useWords(shellWords);
  const router = useRouter();
  const { Part: Opened } = panels[name];
  const { panel: _, ...beneath } = search;
  const onClose = () => {
    // An answer may come when its panel has been left already: there is nothing more to go back from then.
    const now = resolvePlace(router.place());
    if (now.kind === 'screen' && now.search.panel === name) router.back(screenAddress(path, beneath));
  };
  const broken = (error: unknown) => (
    <Panel title={say('brand')} onClose={onClose}>
      {brokenInPlace(error)}
    </Panel>
  );
  return (
    <ChunkBoundary at={name} fallback={broken}>
      <Suspense fallback={null}>
        <Opened search={search} onClose={onClose} />
      </Suspense>
    </ChunkBoundary>
  );
}
