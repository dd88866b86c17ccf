import { PANELS, type PanelName } from '#platform/router/routes.rules.ts';

/** What the app knows of a member's set-up. Undefined is not known yet, and asks for nothing. */
export interface SetupFacts {
  readonly mobile: string | undefined;
  readonly hasSecret: boolean | undefined;
  readonly hasCard: boolean | undefined;
  readonly isPinSet: boolean;
  /** Undefined where no push message can arrive. */
  readonly hasPush: boolean | undefined;
  readonly hasQuestions: boolean | undefined;
}

export const SETUP_STEPS = ['phone', 'secret', 'card', 'pin', 'push', 'questions'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Where each step is done. Push has no panel: the browser asks. */
const PANEL_OF: Readonly<Record<Exclude<SetupStep, 'push'>, string>> = {
  phone: 'contact',
  secret: 'transaction-secret',
  card: 'bank-cards',
  pin: 'pin',
  questions: 'questions',
};

export function panelOf(step: SetupStep): PanelName | undefined {
  return step === 'push' ? undefined : PANELS.find((panel) => panel === PANEL_OF[step]);
}

/** What is still to do, in the order of its weight; only what the product has a place for. */
export function openSteps(facts: SetupFacts): readonly SetupStep[] {
  const isMissing: Readonly<Record<SetupStep, boolean>> = {
    phone: facts.mobile === '',
    secret: facts.hasSecret === false,
    card: facts.hasCard === false,
    pin: !facts.isPinSet,
    push: facts.hasPush === false,
    questions: facts.hasQuestions === false,
  };
  return SETUP_STEPS.filter((step) => isMissing[step] && (step === 'push' || panelOf(step) !== undefined));
}
