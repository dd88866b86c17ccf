/** Maintenance as operators plan and end it; `platform/maintenance` keeps it and every process follows. */
export { maintenanceCalls } from './maintenance.calls.ts';
