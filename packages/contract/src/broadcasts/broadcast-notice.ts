// A module of its own: the first code of the member app needs the name, and nothing of what operators choose from.

/** The type of its message in an inbox. No type of the seed's table: it can be closed, and nothing follows. */
export const BROADCAST_NOTICE = 'broadcast';
