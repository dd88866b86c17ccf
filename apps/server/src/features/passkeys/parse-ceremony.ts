/** The parts of a browser's answer that are read here; the library checks the rest. */
export interface Ceremony {
  readonly id: string;
  readonly response: { readonly userHandle?: unknown };
}

/** What a browser has answered, as far as it has these parts. */
export function parseCeremony(text: string): Ceremony | undefined {
  try {
    const value = JSON.parse(text) as Partial<Ceremony> | null;
    const hasParts =
      typeof value?.id === 'string' && typeof value.response === 'object' && value.response !== null;
    return hasParts ? (value as Ceremony) : undefined;
  } catch {
    return undefined; // not JSON
  }
}
