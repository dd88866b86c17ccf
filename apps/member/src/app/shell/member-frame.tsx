import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createQueries, useRefreshWhenUnsure, useRetryWhenBack } from '@holdfast/client/queries';
import type { Category, ScreenPath } from '#platform/router/routes.rules.ts';
import { useServices } from '#state/services.tsx';
import { FrameLayout } from './frame-layout.tsx';
import { RailMember } from './rail-member.tsx';
import { useAttention } from './use-attention.ts';
import { useIntroVideo } from './use-intro-video.ts';
import { useJump } from './use-jump.ts';
import { useInbox, useLive } from './use-live.ts';
import { useLastKnown } from './use-last-known.ts';
import { useMemberInfo } from './use-member-info.ts';
import { useOwnAvatar } from './use-own-avatar.ts';
import { useOrderToPay } from './use-order-to-pay.ts';
import { usePasswordAge } from './use-password-age.ts';
import { useRealNameGate } from './use-real-name-gate.ts';
import { useRunningOrders } from './use-running-orders.ts';
import { useSeenOnScreen } from './use-seen-on-screen.ts';
import { UpdateBar } from './update-bar.tsx';
import { useNewBuild } from './use-update.ts';
import { useToldLanguage } from './use-told-language.ts';
import { useWaiting } from './use-waiting.ts';

export interface MemberFrameProps {
  category: Category;
  /** Loads the code of a screen before it is shown. */
  preload: (path: ScreenPath) => void;
  children: ReactNode;
}

/** The frame with what it does behind every screen: it reads, follows the live stream and keeps the session's affairs in order. */
export function MemberFrame(props: MemberFrameProps) {
  const [queries] = useState(createQueries);
  return (
    <QueryClientProvider client={queries}>
      <Frame {...props} />
    </QueryClientProvider>
  );
}

function Frame({ category, preload, children }: MemberFrameProps) {
  useLastKnown();
  useMemberInfo();
  useOwnAvatar();
  const { connection, onUnsureOutcome } = useServices();
  useRetryWhenBack(connection);
  useRefreshWhenUnsure(onUnsureOutcome);
  // The stream asks for everything again when it opens, and a prompt can wait: on a slow phone both would delay the first picture.
  const { data, isError } = useRunningOrders();
  const hasFirstAnswer = data !== undefined || isError;
  // Until it is known, nobody is led away from an order.
  useRealNameGate({ hasRunning: data?.items.length !== 0 });
  usePasswordAge(hasFirstAnswer);
  useLive(hasFirstAnswer);
  const isNewBuild = useNewBuild(hasFirstAnswer);
  useOrderToPay();
  useInbox();
  useAttention();
  useIntroVideo();
  useToldLanguage();
  useSeenOnScreen();
  useJump();
  const waiting = useWaiting();
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
    <>
      <UpdateBar isNew={isNewBuild} />
      <FrameLayout
        main={main}
        category={category}
        waiting={waiting}
        onApproach={preload}
        foot={<RailMember />}
      >
        {children}
      </FrameLayout>
    </>
  );
}
