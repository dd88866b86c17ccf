import { mobileClauses, toMobile } from '@holdfast/contract/rules';
import type { AppError } from '@holdfast/kernel';
import { Field, RuleTicks } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { Refusal } from '#components/refusal.tsx';
import { StepForm } from '#components/step-form.tsx';
import { registrationWords } from './registration.words.ts';

interface MobileStepProps {
  typed: string;
  onChange: (typed: string) => void;
  error: AppError | undefined;
  isBusy: boolean;
  onNext: (mobile: string) => void;
}

/** The number that a code goes to. It is typed as people write it; below stands how it was understood. */
export function MobileStep({ typed, onChange, error, isBusy, onNext }: MobileStepProps) {
  const say = useWords(registrationWords);
  const mobile = toMobile(typed);
  return (
    <StepForm
      title={say('mobileTitle')}
      text={say('mobileText')}
      submit={say('sendCode')}
      isReady={mobile !== undefined}
      isBusy={isBusy}
      onSubmit={() => mobile !== undefined && onNext(mobile)}
    >
      <Refusal error={error} />
      <Field
        label={say('mobile')}
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={24}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        hint={
          mobile === undefined ? (
            <RuleTicks rules={mobileClauses(typed)} textOf={(name) => say(`mobile.${name}`)} />
          ) : (
            say('mobileIs', { mobile })
          )
        }
        data-autofocus
      />
    </StepForm>
  );
}
