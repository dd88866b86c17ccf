import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { useUiWords } from './ui-words.tsx';

type ButtonLook = 'primary' | 'quiet' | 'danger' | 'text' | 'text-danger';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  look?: ButtonLook;
  /** Full width, for the one primary action at the thumb. */
  block?: boolean;
  large?: boolean;
  icon?: ReactNode;
  /** The action is under way: the button keeps focus and size, and does nothing until it is over. */
  busy?: boolean;
  disabled?: boolean;
}

/**
 * A button that stays focusable when it is disabled or busy (`aria-disabled`), so that a keyboard or screen reader never
 * loses its place and the reason beside it can be read. Such a button swallows the click, also as a submit button.
 */
export function Button({
  look = 'primary',
  block,
  large,
  icon,
  busy = false,
  disabled = false,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const words = useUiWords();
  const isOff = busy || disabled;
  return (
    <button
      {...rest}
      // eslint-disable-next-line react/button-has-type -- the default is 'button' above
      type={type}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      className={buttonClass({ look, block, large }, className)}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon}
      <span>{busy ? words.working : children}</span>
    </button>
  );
}

/** The look of a button for what must be a link (`<a>`), because it leads to an address. */
export function buttonClass(
  options: { look?: ButtonLook; block?: boolean | undefined; large?: boolean | undefined } = {},
  className?: string,
): string {
  const { look = 'primary', block, large } = options;
  return cx(
    styles.button,
    look === 'text-danger' ? cx(styles.text, styles.textDanger) : styles[look],
    block && styles.block,
    large && styles.large,
    className,
  );
}

/** A square button that shows only an icon; `label` is its name. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: { label: string } & Omit<ComponentProps<'button'>, 'aria-label'>) {
  return (
    <button type="button" {...rest} aria-label={label} title={label} className={cx(styles.icon, className)}>
      {children}
    </button>
  );
}
