declare const brand: unique symbol;

/** A primitive that may not be mixed up with another of the same shape: `Brand<bigint, 'TWD'>` is no `Brand<bigint, 'USDT'>`. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
