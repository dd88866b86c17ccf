export { RecordPanel } from './record.panel.tsx';
export { SettingsPanel } from './settings.panel.tsx';
