import { join } from 'node:path';
import { ROOT } from '../lib/root.ts';

/** Of the product that the browser tests drive. Secrets and the built app stay between runs, so that an unchanged app is not built again. */
export const BROWSER_DATA = join(ROOT, '.data', 'test');
export const BROWSER_WEB = join(BROWSER_DATA, 'web');
