interface IconProps {
  size?: number;
  strokeWidth?: number;
  className?: string | undefined;
}

/** An icon of round strokes on a 24 px grid, in the colour of the text. Always decoration: a word beside it, or a label, names it. */
/* @__NO_SIDE_EFFECTS__ */
export function icon(path: string) {
  return function Icon({ size = 24, strokeWidth = 2, className }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className}
        aria-hidden
      >
        <path d={path} />
      </svg>
    );
  };
}

export const CIRCLE = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18';
