/** Where the app is: a path of the route table and the search behind it. */
export interface Place {
  readonly path: string;
  readonly search: URLSearchParams;
}

/** Reads an address of this app, `/home?panel=settings`; whatever else it may be, the result is only a path and a search. */
export function toPlace(address: string): Place {
  const mark = address.indexOf('?');
  const path = mark === -1 ? address : address.slice(0, mark);
  const query = mark === -1 ? '' : address.slice(mark + 1).split('#')[0];
  return { path, search: new URLSearchParams(query) };
}

/** The address of `path` with those of `search` that have a value, in their order. */
export function addressOf(path: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ).toString();
  return query ? `${path}?${query}` : path;
}
