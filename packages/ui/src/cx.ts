/** Joins class names, leaving out what is absent: `cx(styles.row, isOpen && styles.open)`. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
