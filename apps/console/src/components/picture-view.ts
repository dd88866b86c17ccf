/** How a picture is looked at: zoomed, turned and moved in its frame. */
export interface View {
  readonly zoom: number;
  /** Quarter turns to the right. */
  readonly turns: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { zoom: 1, turns: 0, x: 0, y: 0 };
const ZOOM_STEP = 1.5;
const ZOOM_MAX = 6;
/** In hundredths of the frame. */
const PAN_STEP = 12;

export type ViewAct = 'in' | 'out' | 'left' | 'right' | 'whole';

const zoomed = (view: View, zoom: number): View => {
  const next = Math.min(ZOOM_MAX, Math.max(1, zoom));
  return next === 1 ? { ...WHOLE, turns: view.turns } : { ...view, zoom: next };
};

export function look(view: View, act: ViewAct): View {
  if (act === 'in') return zoomed(view, view.zoom * ZOOM_STEP);
  if (act === 'out') return zoomed(view, view.zoom / ZOOM_STEP);
  if (act === 'whole') return WHOLE;
  return { ...view, turns: (view.turns + (act === 'right' ? 1 : 3)) % 4 };
}

/** Moves the picture in its frame by hundredths of it, never so far that nothing of it is left to see. */
export function pan(view: View, dx: number, dy: number): View {
  const far = 50 * view.zoom;
  const within = (at: number) => Math.min(far, Math.max(-far, at));
  return { ...view, x: within(view.x + dx), y: within(view.y + dy) };
}

export const PANS = {
  ArrowLeft: [PAN_STEP, 0],
  ArrowRight: [-PAN_STEP, 0],
  ArrowUp: [0, PAN_STEP],
  ArrowDown: [0, -PAN_STEP],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

export const styleOf = ({ zoom, turns, x, y }: View): string =>
  `translate(${x}%, ${y}%) scale(${zoom}) rotate(${turns * 90}deg)`;
