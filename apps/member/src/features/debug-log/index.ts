export { DebugLogPanel } from './debug-log.panel.tsx';
