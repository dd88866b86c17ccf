import { useEffect, useRef, type ReactNode } from 'react';

/** Takes the focus to what a step begins with, as a layer does when it opens. */
export function Focused({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <div ref={part} className={className}>
      {children}
    </div>
  );
}
