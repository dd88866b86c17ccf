export function SettingsPanel(): null {
  return null;
}
