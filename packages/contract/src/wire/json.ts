/** As much as one request of the channel carries. */
const LENGTH_MAX = 65_536;
const DEPTH_MAX = 8;
/** Members and elements in one value. */
const NODES_MAX = 1_024;

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")\s*(:?)|(-?\d[\d.eE+-]*)|([{[])|([}\]])|(,)|:|true|false|null)\s*/y;

/** A number that JavaScript keeps exactly as written in size: no overflow, no minus zero, no integer beyond 2^53 − 1. */
function isKeptNumber(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

/** One pass over the tokens before anything is built: depth, count, numbers, names said twice. The grammar is JSON.parse's affair. */
function isModest(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let nodes = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text);
    if (!token) return false;
    const [, string, colon, number, opened, closed, comma] = token;
    if (string !== undefined && colon === ':') {
      const names = open.at(-1);
      if (names?.has(string) === true || string.includes('\\') || string === '"__proto__"') return false;
      names?.add(string);
      continue;
    }
    if (closed !== undefined) open.pop();
    else if (opened !== undefined) open.push(opened === '{' ? new Set() : undefined);
    if (number !== undefined && !isKeptNumber(number)) return false;
    // Every member but the first of its container stands behind a comma.
    nodes += opened !== undefined || comma !== undefined ? 1 : 0;
    if (open.length > DEPTH_MAX || nodes > NODES_MAX) return false;
  }
  return true;
}

/**
 * Reads a structured value of a request: JSON of at most 8 levels and 1,024 members, whose numbers JavaScript keeps as written and
 * whose names stand once, unescaped. Undefined for everything else, in time linear in the text.
 */
export function parseJsonValue(text: string): { readonly value: unknown } | undefined {
  if (text.length > LENGTH_MAX || !isModest(text)) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
