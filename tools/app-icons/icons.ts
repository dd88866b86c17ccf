/** The mark's drawing fills this much of its own square; what is cut to a circle keeps the inner four fifths (the maskable icon's safe zone). */
interface Icon {
  readonly name: string;
  readonly size: number;
  /** The ground: with the mark's own corners; to the edge, for what the system cuts itself; or none, where only the shape counts. */
  readonly ground: 'rounded' | 'full' | 'none';
  /** Of the mark, beside its size in the rounded icon. */
  readonly scale: number;
}

export const ICONS: readonly Icon[] = [
  { name: '192', size: 192, ground: 'rounded', scale: 1 },
  { name: '512', size: 512, ground: 'rounded', scale: 1 },
  { name: 'maskable-512', size: 512, ground: 'full', scale: 1 },
  { name: 'apple-touch', size: 180, ground: 'full', scale: 1 },
  // In the status bar of Android, which sees nothing but the shape.
  { name: 'badge-96', size: 96, ground: 'none', scale: 1.4 },
];

/** The icon as SVG. `mark` is the text of mark.svg: a ground, and one path on it. */
export function svgOf(mark: string, { size, ground, scale }: Icon): string {
  const rect = /<rect [^>]*\/>/.exec(mark)?.[0];
  const path = /<path\s[^>]*\/>/.exec(mark)?.[0];
  if (rect === undefined || path === undefined)
    throw new Error('app icons: mark.svg is not a ground and a path');
  const grounds = { rounded: rect, full: rect.replace(/ rx="[^"]*"/, ''), none: '' };
  const drawing = ground === 'none' ? path.replace(/stroke="[^"]*"/, 'stroke="#fff"') : path;
  const move = `translate(32 32) scale(${scale}) translate(-32 -32)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">${grounds[ground]}<g transform="${move}">${drawing}</g></svg>`;
}
