import { Button } from '@holdfast/ui';
import type { FormEvent, ReactNode } from 'react';
import stepStyles from './step.module.css';

/** One thing that is asked, and the button that leads on once it is answered. */
export function StepForm({
  title,
  text,
  submit,
  isReady,
  isBusy = false,
  onSubmit,
  children,
}: {
  title: string;
  text?: string;
  /** What the button says. */
  submit: string;
  isReady: boolean;
  isBusy?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) onSubmit();
  };
  return (
    <form className={stepStyles.form} onSubmit={send} noValidate>
      <h3 className={stepStyles.heading}>{title}</h3>
      {text && <p className={stepStyles.text}>{text}</p>}
      {children}
      <Button type="submit" block large disabled={!isReady} busy={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
