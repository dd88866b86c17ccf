/** Levels: what each opens, what it needs, and how a member gets it. */
export { levelCalls } from './levels.calls.ts';
