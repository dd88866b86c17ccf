export { LimitsPanel } from './limits.panel.tsx';
export { PushPanel } from './push.panel.tsx';
export { RecordPanel } from './record.panel.tsx';
export { SettingsPanel } from './settings.panel.tsx';
