import { Button, EmptyState } from '@holdfast/ui';
import { Component, type ReactNode } from 'react';
import { useWords } from '#platform/i18n/use-words.ts';
import { shellWords } from './shell.words.ts';

/**
 * Catches what breaks a screen: mostly its code that could not be loaded. A reload brings the build the server has now. Bugs
 * end here as well, because a blank page helps nobody; the browser's console keeps them.
 */
export class ChunkBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const say = useWords(shellWords);
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
