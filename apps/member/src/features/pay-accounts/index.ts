export { PayAccountsPanel } from './pay-accounts.panel.tsx';
