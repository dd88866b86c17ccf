import type { UploadPurpose } from '@holdfast/contract/rules';
import { AppError, defined } from '@holdfast/kernel';
import { useEffect, useRef, useState } from 'react';
import { endsSession } from '../calls/call-api.ts';
import { useClient } from '../services.tsx';

export type UploadView =
  | { readonly phase: 'idle' }
  /** `share`: what has arrived, from 0 to 1. */
  | { readonly phase: 'sending'; readonly share: number }
  | { readonly phase: 'failed'; readonly error: AppError };

export interface UploadHandle {
  readonly view: UploadView;
  /** Sends `file`, then calls `then` with its id. What `make` throws is shown like a refusal. */
  readonly start: (make: () => Promise<Blob>) => Promise<void>;
  /** The last file again, after a failure. */
  readonly retry: () => Promise<void>;
  readonly cancel: () => void;
}

/** One upload of a screen: its progress, its cancel, its retry. A screen that goes away cancels it. */
export function useUpload(purpose: UploadPurpose, then: (fileId: string) => Promise<void>): UploadHandle {
  const { files, failures } = useClient();
  const [view, setView] = useState<UploadView>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  const last = useRef<() => Promise<Blob>>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(make: () => Promise<Blob>): Promise<void> {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    last.current = make;
    const show = (next: UploadView) => {
      if (running.current === abort && !abort.signal.aborted) setView(next);
    };
    show({ phase: 'sending', share: 0 });
    try {
      const onProgress = (share: number) => show({ phase: 'sending', share });
      const uploader = await defined(files, 'an app that uploads has an uploader')();
      await then(await uploader.upload(await make(), { purpose, signal: abort.signal, onProgress }));
      show({ phase: 'idle' });
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      show(endsSession(error) ? { phase: 'idle' } : { phase: 'failed', error });
      if (endsSession(error)) failures.report(error);
    }
  }
  return {
    view,
    start,
    retry: async () => last.current && start(last.current),
    cancel() {
      running.current?.abort();
      setView({ phase: 'idle' });
    },
  };
}
