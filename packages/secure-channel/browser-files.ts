/** The apps' face for files, apart from the channel's: its code loads with the first file. */
import type { Bytes } from './src/bytes.ts';
import { createBrowserPrimitives } from './src/primitives/browser.ts';
import { runAsync } from './src/step.ts';
import * as upload from './src/upload.ts';

export { NO_FILE, type AssetRequest, type UploadedFile } from './src/upload.ts';

const p = createBrowserPrimitives();

/** The Authorization of a request to the assets host. */
export function sealAssetRequest(
  access: { readonly token: string; readonly key: string },
  request: upload.AssetRequest,
): Promise<string> {
  return runAsync(upload.sealAssetRequest(p, access, request));
}

/** Length and SHA-256 of a file, as its upload names it. */
export function hashFile(file: Bytes): Promise<upload.UploadedFile> {
  return runAsync(upload.hashFile(p, file));
}
