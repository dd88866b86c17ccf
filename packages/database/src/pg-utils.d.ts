/** `@types/pg` leaves it out: how `pg` writes a value of JavaScript as a parameter. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): unknown };
  export default utils;
}
