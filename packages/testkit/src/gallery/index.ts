export { faultsOf } from './axe.ts';
export { choosePictures, makeSheets } from './run.ts';
export type { Shot } from './sheet.ts';
export { BLANK, launchBrowser, ORIGIN, serveFrom } from './stage.ts';
