import { Button, stackClass } from '@holdfast/ui';
import type { FormEvent, ReactNode } from 'react';
import stepStyles from './step.module.css';

export interface StepFormProps {
  title?: string;
  text?: string;
  /** What the button says. */
  submit: string;
  isReady: boolean;
  isBusy?: boolean;
  onSubmit: () => void;
  children?: ReactNode;
}

/** One thing that is asked, and the button that leads on once it is answered. */
export function StepForm({
  title,
  text,
  submit,
  isReady,
  isBusy = false,
  onSubmit,
  children,
}: StepFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) onSubmit();
  };
  return (
    <form className={stackClass} onSubmit={send} noValidate>
      {title && <h3 className={stepStyles.heading}>{title}</h3>}
      {text && <p className={stepStyles.text}>{text}</p>}
      {children}
      <Button type="submit" block large disabled={!isReady} busy={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
