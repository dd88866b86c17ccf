/** What operators see of today at a glance. */
export { dashboardCalls } from './dashboard.calls.ts';
export { measureDashboard } from './measure.ts';
