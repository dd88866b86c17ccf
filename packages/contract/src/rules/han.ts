/**
 * Which code points count as Chinese characters, as the inside of a regular-expression class (use with the `u` flag).
 *
 * Common: the iteration mark 々, Extension A and the unified block. Left out on purpose, because each has a twin that looks the same and
 * folds to it under NFKC: radicals (U+2E80, U+2F00) and compatibility ideographs (U+F900, U+2F800); and 〇, which passes for the letter O.
 */
export const HAN_COMMON = String.raw`\u3005\u3400-\u4DBF\u4E00-\u9FFF`;

/**
 * Real names need more: 〇 and the ideographs of planes 2 and 3, which stand on identity cards. Nicknames do without, because many phones
 * draw those as the same empty box, and two boxes look alike. The compatibility block U+2F800-2FA1F is skipped here too.
 */
export const HAN_OF_NAMES = String.raw`${HAN_COMMON}\u3007\u{20000}-\u{2F7FF}\u{2FA20}-\u{323AF}`;
