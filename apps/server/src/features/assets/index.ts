/**
 * Files. A slice that needs one does three things:
 *   1. its call takes `fileId` (of the contract) and calls `claimFile(tx, { fileId, owner, purpose, by })` in its own transaction;
 *   2. what shows it puts `await linkFile(context, fileId)` into its answer (`fileLink` of the contract), after it has decided that this
 *      member or operator may see it; the client reads the file by that link (`files().read` of packages/client);
 *   3. a row that no longer names it calls `releaseFile(tx, { fileId, by })` of claim-file.ts.
 * On a screen `useUpload` of packages/client sends a file, with progress, cancel and retry.
 * A purpose stands in UPLOAD_RULES of the contract. Of a purpose whose rule says
 * `isCode` the claimed file brings what its QR code says.
 */
export { assetCalls } from './assets.calls.ts';
export { claimFile, releaseFile } from './claim-file.ts';
export { linkFile } from './file-link.ts';
export { digestsOf, findPrint } from './file.store.ts';
export { createReads, type ReadableFile, type Reads } from './read-files.ts';
export { storeMade } from './store-made.ts';
export { sweepBlobs, sweepFiles } from './sweep-files.ts';
export type { Viewer } from './tokens.ts';
export type { UploadAnswer } from './upload-answer.ts';
export { createUploads, type AssetHeader, type Uploads } from './uploads.ts';
