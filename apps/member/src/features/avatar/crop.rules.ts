/** Which square of a picture becomes the avatar. Places are shares of the picture, so that they fit any size of it. */

export interface View {
  /** 1: as much as a square takes; 4: a quarter of its side. */
  readonly zoom: number;
  /** The middle of the square, from 0 to 1. */
  readonly x: number;
  readonly y: number;
}

export const ZOOM_MAX = 4;
export const WHOLE: View = { zoom: 1, x: 0.5, y: 0.5 };
/** A key moves by a twentieth of what is seen. */
const KEY_STEP = 0.05;

interface Size {
  readonly width: number;
  readonly height: number;
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The side of the square in the picture's pixels. */
const sideOf = ({ width, height }: Size, zoom: number) => Math.min(width, height) / zoom;

/** The same view moved so that the square lies in the picture. */
export function kept(view: View, picture: Size): View {
  const zoom = within(view.zoom, 1, ZOOM_MAX);
  const half = sideOf(picture, zoom) / 2;
  const inside = (place: number, length: number) => within(place, half / length, 1 - half / length);
  return { zoom, x: inside(view.x, picture.width), y: inside(view.y, picture.height) };
}

/** The square in pixels of the picture. */
export function squareOf(view: View, picture: Size) {
  const { zoom, x, y } = kept(view, picture);
  const side = sideOf(picture, zoom);
  return {
    left: x * picture.width - side / 2,
    top: y * picture.height - side / 2,
    width: side,
    height: side,
  };
}

/** The view after a drag by shares of what is seen: the picture follows the finger, so the square goes the other way. */
export function dragged(view: View, picture: Size, { dx, dy }: { dx: number; dy: number }): View {
  const side = sideOf(picture, view.zoom);
  return kept(
    { ...view, x: view.x - (dx * side) / picture.width, y: view.y - (dy * side) / picture.height },
    picture,
  );
}

const KEYS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

/** The view after a key; undefined for one that means nothing here. */
export function keyed(view: View, picture: Size, key: string): View | undefined {
  const step = KEYS[key];
  return step && dragged(view, picture, { dx: step[0], dy: step[1] });
}
