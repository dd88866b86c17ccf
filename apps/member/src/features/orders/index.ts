export { OrdersScreen } from './orders.screen.tsx';
export { RestrictionsPanel } from './restrictions.panel.tsx';
