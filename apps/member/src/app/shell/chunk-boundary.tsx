import { Button, EmptyState } from '@holdfast/ui';
import { Component, useLayoutEffect, type ReactNode } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { isChunkMissing, reloadForPart } from './chunk.ts';
import { shellWords } from './shell.words.ts';

interface Props {
  children: ReactNode;
  /** What stands in for the part, as far as the page can do without it. Left out: the page itself is broken, and says so. */
  fallback?: ReactNode | ((error: unknown) => ReactNode);
  /** Where this is. What broke in another place says nothing of this one. */
  at?: string;
}

interface State {
  isBroken: boolean;
  error?: unknown;
  at?: string | undefined;
}

/**
 * Catches what breaks a screen: mostly its code that could not be loaded. A reload brings the build the server has now; the first
 * one comes by itself. Bugs end here as well, because a blank page helps nobody; the browser's console keeps them.
 */
export class ChunkBoundary extends Component<Props, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { isBroken: false, at };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error, isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    const { fallback = brokenPage } = this.props;
    return typeof fallback === 'function' ? fallback(this.state.error) : fallback;
  }
}

/** Says in the part's own place that it did not come: what stands around it goes on working. */
export const brokenInPlace = (error: unknown) => <Broken error={error} />;
const brokenPage = (error: unknown) => <main>{brokenInPlace(error)}</main>;

function Broken({ error }: { error: unknown }) {
  const say = useWords(shellWords);
  const { tab, callApi, status } = useServices();
  const again = useAction(async () => {
    // Asked first: a reload that reaches nobody puts the browser's own page in the place of the app.
    await callApi('/member/checkVersion', { input: { version: status.version, platform: 'web' } });
    globalThis.location.reload();
  });
  // With the message, not after it: whether there is a network is asked when the part is missed.
  useLayoutEffect(
    () => (isChunkMissing(error) ? reloadForPart(tab, globalThis.window) : undefined),
    [error, tab],
  );
  return (
    <div role="alert">
      <EmptyState
        title={say('chunkTitle')}
        text={say('chunkText')}
        action={
          <Button busy={again.isBusy} onClick={() => void again.run()}>
            {say('reload')}
          </Button>
        }
      />
    </div>
  );
}
