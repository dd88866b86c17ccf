export { TransactionScreen } from './transaction.screen.tsx';
