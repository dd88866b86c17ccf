import { SUPPORT_BUTTON_DRAG_OFFSET_PX, SUPPORT_BUTTON_SIZE_PX } from '@holdfast/contract/constants';

/** Where a member has put the button: at which side, and how far its lower edge stands above that of the window, in pixels. */
export interface SupportPlace {
  readonly side: 'left' | 'right';
  readonly bottom: number;
}

/** What the screen leaves to the button: the window without the tabs or the rail, the bars above and the one action at the thumb. */
export interface FreeArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A box in the window, from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const SUPPORT_START: SupportPlace = { side: 'right', bottom: 0 };

/** As wide as the margin of every screen that the button stands on (`shell.module.css`): there is nothing in it that it could cover. */
export const TUCKED_WIDTH_PX = 24;

/** A finger is never still: less than this is a tap. */
const DRAG_FROM_PX = 6;

const SIZE = SUPPORT_BUTTON_SIZE_PX;
const OFFSET = SUPPORT_BUTTON_DRAG_OFFSET_PX;

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));

/** Upper edge of the button: where it was put, at least 24 px inside what is free. */
function topOf(place: SupportPlace, area: FreeArea, windowHeight: number): number {
  return clamp(windowHeight - place.bottom - SIZE, area.top + OFFSET, area.bottom - OFFSET - SIZE);
}

/** The whole button, 24 px from its side. */
export function restBox(place: SupportPlace, area: FreeArea, windowHeight: number): Box {
  const x = place.side === 'right' ? area.right - OFFSET - SIZE : area.left + OFFSET;
  return { x, y: topOf(place, area, windowHeight), width: SIZE, height: SIZE };
}

/** What is left of it at the edge, in the margin of the screen. */
export function tuckedBox(place: SupportPlace, area: FreeArea, windowHeight: number): Box {
  const x = place.side === 'right' ? area.right - TUCKED_WIDTH_PX : area.left;
  return { x, y: topOf(place, area, windowHeight), width: TUCKED_WIDTH_PX, height: SIZE };
}

/** Under the finger, 24 px inside the window. */
export function draggedBox(x: number, y: number, area: FreeArea): Box {
  return {
    x: clamp(x, area.left + OFFSET, area.right - OFFSET - SIZE),
    y: clamp(y, area.top + OFFSET, area.bottom - OFFSET - SIZE),
    width: SIZE,
    height: SIZE,
  };
}

/** Let go, it slips to the nearer side and stays at its height. */
export function droppedPlace(box: Box, area: FreeArea, windowHeight: number): SupportPlace {
  const isLeft = box.x + box.width / 2 < (area.left + area.right) / 2;
  return { side: isLeft ? 'left' : 'right', bottom: Math.round(windowHeight - box.y - box.height) };
}

export function isDrag(dx: number, dy: number): boolean {
  return Math.hypot(dx, dy) >= DRAG_FROM_PX;
}

/**
 * What is left of the window when its fixed bars are taken off. One that is higher than half of it stands at the left (the rail); the others
 * lie on each other from the bottom up: one that hangs in the air is part of the page.
 */
export function freeArea(
  window: { width: number; height: number; top: number },
  bars: readonly Box[],
): FreeArea {
  const { width, height, top } = window;
  const rails = bars.filter((bar) => bar.height > height / 2);
  const left = Math.max(0, ...rails.map((bar) => bar.x + bar.width));
  const bottom = bars
    .filter((bar) => !rails.includes(bar) && bar.height > 0)
    .toSorted((a, b) => b.y - a.y)
    .reduce((lowest, bar) => (bar.y + bar.height >= lowest - 2 ? Math.min(lowest, bar.y) : lowest), height);
  return { left, right: width, top, bottom };
}
