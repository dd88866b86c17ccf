export { RegistrationPanel } from './registration.panel.tsx';
