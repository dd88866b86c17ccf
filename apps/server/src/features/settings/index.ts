/** Settings as operators change them; `platform/settings` keeps them and every transaction reads them. */
export { settingRequest } from './change-setting.ts';
export { settingCalls } from './settings.calls.ts';
