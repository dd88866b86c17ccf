import {
  BrandMark,
  ClockIcon,
  cx,
  ListingsIcon,
  scrollToTop,
  ToTopIcon,
  TradeIcon,
  useIsPastTop,
  useUiWords,
  WalletIcon,
} from '@holdfast/ui';
import type { ReactNode, Ref } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress, SCREENS, type Category, type ScreenPath } from '#platform/router/routes.rules.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { shellWords } from './shell.words.ts';
import styles from './shell.module.css';

const TABS = [
  ['/home', WalletIcon],
  ['/transaction', TradeIcon],
  ['/pendingOrder', ListingsIcon],
  ['/front-end-order', ClockIcon],
] as const satisfies [ScreenPath, typeof WalletIcon][];

interface NavigationProps {
  category: Category;
  /** How many orders wait for the member. */
  waiting?: number;
  /** Called before a tab is used, while the finger or the pointer is on its way to it. */
  onApproach?: (path: ScreenPath) => void;
  /** What stands at the foot of the rail. */
  foot?: ReactNode;
}

/** What stands around every screen of a signed-in member: a bar of tabs at the thumb, from 1100 px a rail at the side. */
export function FrameLayout({
  main,
  children,
  ...navigation
}: NavigationProps & { main?: Ref<HTMLElement>; children: ReactNode }) {
  const say = useWords(shellWords);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {say('skip')}
      </a>
      <Navigation {...navigation} />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className={cx(styles.main, navigation.category !== 'wallet' && styles.withSupport)}
      >
        {children}
      </main>
    </div>
  );
}

/** The frame alone: it stands at once while the code and the data of its screen are on their way. */
export function FrameSkeleton({ category }: { category: Category }) {
  return (
    <FrameLayout category={category}>
      <ScreenSkeleton />
    </FrameLayout>
  );
}

function Navigation({ category, waiting = 0, onApproach, foot }: NavigationProps) {
  const say = useWords(shellWords);
  const { backToTop } = useUiWords();
  const isPastTop = useIsPastTop();
  return (
    <nav className={styles.nav} aria-label={say('navigation')} data-bar>
      <div className={styles.railBrand} aria-hidden>
        <BrandMark size={26} />
        <span>{say('brand')}</span>
      </div>
      <ul className={styles.tabs}>
        {TABS.map(([path, Icon]) => {
          const isHere = SCREENS[path].category === category;
          const count = path === '/front-end-order' ? waiting : 0;
          // The present tab leads back to the top of its own screen: at the thumb, and over nothing.
          const isWayUp = isHere && isPastTop;
          return (
            <li key={path}>
              <Link
                to={screenAddress(path)}
                className={cx(styles.tab, isHere && styles.here)}
                aria-current={isHere ? 'page' : undefined}
                title={isWayUp ? backToTop : undefined}
                onPointerEnter={() => onApproach?.(path)}
                onClick={() => isWayUp && scrollToTop()}
              >
                {isWayUp ? <ToTopIcon size={22} /> : <Icon size={22} />}
                <span>{say(SCREENS[path].category)}</span>
                {count > 0 && (
                  <span className={styles.dot}>
                    <span className={styles.dotCount} aria-hidden>
                      {count}
                    </span>
                    <span className="visually-hidden">{say('waiting', { count })}</span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      {foot}
    </nav>
  );
}
