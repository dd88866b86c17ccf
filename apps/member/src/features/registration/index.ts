export function RegistrationPanel(): null {
  return null;
}
