export { BankCardsPanel } from './bank-cards.panel.tsx';
