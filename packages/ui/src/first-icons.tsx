import { CIRCLE, icon } from './icon.tsx';

// What the kit's own parts show, and the frame of the member app: they come with an app's first code, and the others (`icons.tsx`) with a screen.

export const AlertIcon = icon(`${CIRCLE}M12 7.5V13M12 16.3v.1`);
export const BackIcon = icon('M20 12H4.5m6.5-6.5L4.5 12l6.5 6.5');
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5');
export const ClockIcon = icon(`${CIRCLE}M12 7v5l3 2`);
export const CloseIcon = icon('M6 6l12 12M18 6 6 18');
export const ExpandIcon = icon('M6 9.5l6 6 6-6');
export const HideIcon = icon(
  'M4.5 8.5C3.2 10.3 2.5 12 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2 2.8M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16',
);
export const ListingsIcon = icon('M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1');
export const ShowIcon = icon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
);
export const ToTopIcon = icon('M5 4.5h14M12 20V8.5m-6 6 6-6 6 6');
export const TradeIcon = icon('M4 8h15.5M16 4.5 19.5 8 16 11.5M20 16H4.5M8 12.5 4.5 16 8 19.5');
export const WalletIcon = icon(
  'M18.5 8V5.5A1.5 1.5 0 0 0 17 4H5.5a2 2 0 0 0 0 4h13a2 2 0 0 1 2 2v7.5a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V6M16 13.7v.1',
);

/**
 * The product's mark: a rope made fast across two posts, which together are an H. Drawn by us, coloured by `color`; decoration
 * beside the name.
 */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M14 6v9M14 27v15M34 6v15M34 33v9M5 21h15c5 0 5 6 9 6h14" />
    </svg>
  );
}
