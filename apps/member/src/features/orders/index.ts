export { OrdersScreen } from './orders.screen.tsx';
