import { BrandMark, cx, ListingsIcon, ClockIcon, TradeIcon, WalletIcon } from '@holdfast/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createQueries } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress, SCREENS, type Category, type ScreenPath } from '#platform/router/routes.rules.ts';
import { RailMember } from './rail-member.tsx';
import { shellWords } from './shell.words.ts';
import styles from './shell.module.css';
import { useJump } from './use-jump.ts';
import { useInbox, useLive } from './use-live.ts';
import { useMemberInfo } from './use-member-info.ts';
import { useOrderToPay } from './use-order-to-pay.ts';
import { usePasswordAge } from './use-password-age.ts';
import { useWaiting } from './use-waiting.ts';

const TABS = [
  ['/home', WalletIcon],
  ['/transaction', TradeIcon],
  ['/pendingOrder', ListingsIcon],
  ['/front-end-order', ClockIcon],
] as const satisfies [ScreenPath, typeof WalletIcon][];

/** What stands around every screen of a signed-in member: a bar of tabs at the thumb, from 1100 px a rail at the side. */
export interface MemberFrameProps {
  category: Category;
  /** Loads the code of a screen before it is shown. */
  preload: (path: ScreenPath) => void;
  children: ReactNode;
}

export function MemberFrame(props: MemberFrameProps) {
  const [queries] = useState(createQueries);
  return (
    <QueryClientProvider client={queries}>
      <Frame {...props} />
    </QueryClientProvider>
  );
}

function Frame({ category, preload, children }: MemberFrameProps) {
  const say = useWords(shellWords);
  useMemberInfo();
  usePasswordAge();
  useLive();
  useOrderToPay();
  useInbox();
  useJump();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(category);
  // A new screen begins at its top, and a screen reader is told that it is there; the first one keeps the browser's own order.
  useEffect(() => {
    if (shown.current === category) return;
    shown.current = category;
    main.current?.focus({ preventScroll: true });
    globalThis.scrollTo(0, 0);
  }, [category]);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {say('skip')}
      </a>
      <Navigation category={category} preload={preload} />
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}

function Navigation({ category, preload }: Omit<MemberFrameProps, 'children'>) {
  const say = useWords(shellWords);
  const waiting = useWaiting();
  return (
    <nav className={styles.nav} aria-label={say('navigation')}>
      <div className={styles.railBrand} aria-hidden>
        <BrandMark size={26} />
        <span>{say('brand')}</span>
      </div>
      <ul className={styles.tabs}>
        {TABS.map(([path, Icon]) => {
          const isHere = SCREENS[path].category === category;
          const count = path === '/front-end-order' ? waiting : 0;
          return (
            <li key={path}>
              <Link
                to={screenAddress(path)}
                className={cx(styles.tab, isHere && styles.here)}
                aria-current={isHere ? 'page' : undefined}
                onPointerEnter={() => preload(path)}
              >
                <Icon size={22} />
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
      <RailMember />
    </nav>
  );
}
