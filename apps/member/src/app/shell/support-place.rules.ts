import { SUPPORT_BUTTON_DRAG_OFFSET_PX, SUPPORT_BUTTON_SIZE_PX } from '@holdfast/contract/constants';

/** Where the button is: how far its right and its lower edge stand from those of the window, in pixels. */
export interface SupportPlace {
  readonly right: number;
  readonly bottom: number;
}

/** Above what stands still at the thumb: the tabs, and the one button that some screens have over them. */
export const SUPPORT_START: SupportPlace = { right: SUPPORT_BUTTON_DRAG_OFFSET_PX, bottom: 152 };

/** A finger is never still: less than this is a tap. */
const DRAG_FROM_PX = 6;

function clamp(value: number, length: number): number {
  const most = length - SUPPORT_BUTTON_SIZE_PX - SUPPORT_BUTTON_DRAG_OFFSET_PX;
  return Math.max(SUPPORT_BUTTON_DRAG_OFFSET_PX, Math.min(value, most));
}

/** The nearest place that keeps the whole button 24 px from every edge, whatever the window is now. */
export function keepInside(place: SupportPlace, window: { width: number; height: number }): SupportPlace {
  return { right: clamp(place.right, window.width), bottom: clamp(place.bottom, window.height) };
}

export function isDrag(dx: number, dy: number): boolean {
  return Math.hypot(dx, dy) >= DRAG_FROM_PX;
}
