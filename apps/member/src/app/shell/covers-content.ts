import type { Box } from './support-place.rules.ts';

/** What can be pressed, typed into or watched. */
const CONTENT =
  'a[href], button, input, select, textarea, summary, label, img, video, canvas, [role=button], [role=slider], [tabindex="0"]';

/** Nothing that can be tapped, and no line of text, is smaller than this. */
const STEP_PX = 6;

function pointsIn({ x, y, width, height }: Box): [number, number][] {
  const steps = (from: number, size: number) =>
    Array.from(
      { length: Math.floor(size / STEP_PX) + 1 },
      (_, index) => from + Math.min(index * STEP_PX, size - 1),
    );
  return steps(x, width).flatMap((at) => steps(y, height).map((down): [number, number] => [at, down]));
}

function hasTextIn(element: Element, box: Box): boolean {
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y,
    );
  });
}

/** Whether something would lie under the box that can be tapped or must be read. `itself` is what shall lie there. */
export function coversContent(box: Box, itself: Element): boolean {
  if (!('elementsFromPoint' in document)) return false; // a test without a layout
  const under = new Set<Element>();
  for (const [x, y] of pointsIn(box))
    for (const element of document.elementsFromPoint(x, y)) if (!itself.contains(element)) under.add(element);
  return [...under].some((element) => element.matches(CONTENT) || hasTextIn(element, box));
}
