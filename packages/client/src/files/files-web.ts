import type { CallApi } from '../calls/call-api.ts';
import { webFiles } from '../network/files-web.ts';
import { createUploader, type Uploader } from './uploader.ts';

/** Waits for so long, or until the browser has a network again. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    globalThis.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** The uploader of a browser. It is loaded when a file is first sent or read. */
export function createWebUploader(parts: { callApi: CallApi; serverNow: () => number }): Uploader {
  return createUploader({ ...parts, files: webFiles, wait });
}
