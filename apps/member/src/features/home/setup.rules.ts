/** What the app knows of a member's set-up. Undefined is not known yet, and asks for nothing. */
export interface SetupFacts {
  readonly mobile: string | undefined;
  readonly hasSecret: boolean | undefined;
  /** Undefined also where nobody asks for a verified name. */
  readonly isNameSent: boolean | undefined;
  readonly hasCard: boolean | undefined;
  readonly isPinSet: boolean;
  /** Undefined where no push message can arrive. */
  readonly hasPush: boolean | undefined;
  readonly hasQuestions: boolean | undefined;
}

export const SETUP_STEPS = ['phone', 'secret', 'name', 'card', 'pin', 'push', 'questions'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What is still to do, in the order of its weight. */
export function openSteps(facts: SetupFacts): readonly SetupStep[] {
  const isMissing: Readonly<Record<SetupStep, boolean>> = {
    phone: facts.mobile === '',
    secret: facts.hasSecret === false,
    name: facts.isNameSent === false,
    card: facts.hasCard === false,
    pin: !facts.isPinSet,
    push: facts.hasPush === false,
    questions: facts.hasQuestions === false,
  };
  return SETUP_STEPS.filter((step) => isMissing[step]);
}
