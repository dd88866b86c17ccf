/** Security questions: a second proof besides a code, never the only one. */
export { acceptAnswers, checkAnswers, type AnswersVerdict } from './check-answers.ts';
export { redeemAnswersTicket } from './answers-ticket.ts';
export { chargeForQuestions } from './get-questions.ts';
export { createQuestionsOf, type QuestionsOf } from './questions-of.ts';
export { securityQuestionCalls } from './security-questions.calls.ts';
