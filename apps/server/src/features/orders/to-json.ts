/** Rows for `json_to_recordset`. Minor units are texts there, as everywhere outside a bigint. */
export const toJson = (lines: readonly object[]) =>
  JSON.stringify(lines, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
