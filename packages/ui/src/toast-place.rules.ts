export interface Span {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Between two places that are tried. */
const STEP_PX = 8;
const GAP_PX = 8;

/**
 * Where the upper edge of a toast comes so that it covers nothing that can be tapped: as low as `lowest` allows, else higher. Where all is
 * full it stands at the top, where what is tapped least is.
 */
export function findFreeTop(
  toast: { readonly left: number; readonly right: number; readonly height: number },
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
  tapped: readonly Span[],
): number {
  const isFree = (top: number) =>
    tapped.every(
      (one) =>
        one.right <= toast.left ||
        one.left >= toast.right ||
        one.bottom + GAP_PX <= top ||
        one.top - GAP_PX >= top + toast.height,
    );
  for (let top = lowest - toast.height; top > highest; top -= STEP_PX) if (isFree(top)) return top;
  return highest;
}
