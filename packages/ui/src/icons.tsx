/** The icons in use, imported one by one so that a bundle carries only these. They are drawn on a 24 px grid. */
export {
  ArrowDownToLine as BuyIcon,
  ArrowLeft as BackIcon,
  ArrowLeftRight as TradeIcon,
  ArrowUpFromLine as SellIcon,
  Check as CheckIcon,
  ChevronDown as ExpandIcon,
  ChevronRight as NextIcon,
  CircleAlert as AlertIcon,
  CircleX as RefusedIcon,
  Clock as ClockIcon,
  Copy as CopyIcon,
  CreditCard as CardIcon,
  Delete as DeleteDigitIcon,
  EllipsisVertical as MoreIcon,
  Eye as ShowIcon,
  EyeOff as HideIcon,
  Globe as LanguageIcon,
  Landmark as BankIcon,
  List as ListingsIcon,
  Lock as LockIcon,
  LogOut as SignOutIcon,
  Menu as MenuIcon,
  Plus as AddIcon,
  ReceiptText as RecordsIcon,
  Wallet as WalletIcon,
  X as CloseIcon,
} from 'lucide-react';

/**
 * The product's mark: a rope made fast across two posts, which together are an H. Drawn by us, coloured by `color`. It is
 * decoration beside the name; `title` makes it speak where it stands alone.
 */
export function BrandMark({ size = 40, title }: { size?: number; title?: string }) {
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
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path d="M14 6v9M14 27v15M34 6v15M34 33v9M5 21h15c5 0 5 6 9 6h14" />
    </svg>
  );
}
