declare const brand: unique symbol;

/** A branded primitive: `Brand<bigint, 'TWD'>` is not assignable to `Brand<bigint, 'USDT'>`. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
