/** The face for browser tests of every app: the product that runs, and members without a browser. */
export * from './api-member.ts';
export * from './open-again.ts';
export * from './running.ts';
export * from './sign-in.ts';
