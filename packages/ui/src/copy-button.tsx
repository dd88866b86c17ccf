import { useEffect, useState } from 'react';
import { cx } from './cx.ts';
import { CheckIcon } from './first-icons.tsx';
import { CopyIcon } from './icons.tsx';
import styles from './secret.module.css';
import { useUiWords } from './ui-words.tsx';

const SHOWN_MS = 2000;

/** Copies `value`, says so, and goes back. `name` tells what would be copied: "copy account number"; `text` says it on the button, where it stands alone. */
export function CopyButton({ name, value, text }: { name: string; value: string; text?: string }) {
  const words = useUiWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <button
        type="button"
        className={cx(styles.copy, text !== undefined && styles.copyText)}
        aria-label={text ?? `${words.copy} ${name}`}
        onClick={() => {
          // Where the browser refuses, nothing is said to be copied; the text beside it can still be picked out by hand.
          navigator.clipboard?.writeText(value).then(
            () => setCopied(true),
            () => {},
          );
        }}
      >
        {isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
        {text}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? words.copied : ''}
      </span>
    </>
  );
}
