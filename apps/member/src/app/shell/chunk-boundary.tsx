import { Button, EmptyState } from '@holdfast/ui';
import { Component, useEffect, type ReactNode } from 'react';
import { useWords } from '#platform/i18n/use-words.ts';
import { useServices } from '#platform/services.tsx';
import { isChunkMissing, reloadForPart } from './chunk.ts';
import { shellWords } from './shell.words.ts';

interface Props {
  children: ReactNode;
  /** What stands in for a part that the screen can do without. Left out: the screen itself is broken, and says so. */
  fallback?: ReactNode;
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
    return this.props.fallback === undefined ? <Broken error={this.state.error} /> : this.props.fallback;
  }
}

function Broken({ error }: { error: unknown }) {
  const say = useWords(shellWords);
  const { tab } = useServices();
  useEffect(() => (isChunkMissing(error) ? reloadForPart(tab, globalThis.window) : undefined), [error, tab]);
  return (
    <main role="alert">
      <EmptyState
        title={say('chunkTitle')}
        text={say('chunkText')}
        action={<Button onClick={() => globalThis.location.reload()}>{say('reload')}</Button>}
      />
    </main>
  );
}
