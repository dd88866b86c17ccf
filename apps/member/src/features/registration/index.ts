export { RegistrationPanel } from './registration.panel.tsx';
export { RenamePanel } from './rename.panel.tsx';
