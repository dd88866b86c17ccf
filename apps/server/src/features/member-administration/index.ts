/** What operators see of members and change about them. */
export { memberAdministrationCalls } from './member-administration.calls.ts';
export { memberPermissions } from './permissions.ts';
export { memberSecondStep } from './second-step.ts';
