import { join } from 'node:path';
import { ROOT } from './root.ts';

/**
 * For the environment of programs that run our TypeScript sources: Node keeps what it has compiled, and the next start of the same sources
 * takes half the time. A folder that cannot be written to is no error: Node then compiles as without it.
 */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, '.data', 'compile-cache') };
