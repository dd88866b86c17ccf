/** The face of the interface kit: parts that know layout, meaning and accessibility, and neither language nor server. */
export { AmountField } from './amount-field.tsx';
export { toTyped } from './amount-typing.rules.ts';
export { PAST_TOP_PX, scrollToTop, useIsPastTop } from './back-to-top.tsx';
export { BalanceBar } from './balance-bar.tsx';
export { Button, buttonClass, IconButton } from './button.tsx';
export { Chips, Segmented } from './choice.tsx';
export { ClockProvider, useServerTime } from './clock.tsx';
export { CopyButton } from './copy-button.tsx';
export { cx } from './cx.ts';
export { Countdown, DutyCardBody, dutyCardClass, DutyLine, StepRail, type Step } from './duty.tsx';
export { Checkbox, Field, PasswordField, RuleTicks, SelectField } from './field.tsx';
export * from './icons.tsx';
export { LayerBackProvider, type LayerBack } from './layer-back.tsx';
export { NoticeLayer, useIsLayerInUse, useIsNoticeOpen } from './layer-stack.ts';
export { Dialog, Overlay, Panel, Question, Sheet } from './layer.tsx';
export { formatMoney, formatPrice, priceDecimals } from './money-format.ts';
export { AmountPrivacy, MoneyText, useOwnMoney } from './money-text.tsx';
export { QrPicture } from './qr-picture.tsx';
export { SecretField } from './secret-field.tsx';
export { SlideToConfirm } from './slide-to-confirm.tsx';
export {
  Avatar,
  Card,
  CountBadge,
  EmptyState,
  ErrorState,
  Fact,
  Facts,
  LevelBadge,
  ListRow,
  Notice,
  Pill,
  rowClass,
  RowIcon,
  RowList,
  Skeleton,
  stackClass,
  type Tone,
} from './surface.tsx';
export { TopBar } from './top-bar.tsx';
export { UiWordsProvider, useUiWords, type UiWords } from './ui-words.tsx';
export { Toast } from './toast.tsx';
