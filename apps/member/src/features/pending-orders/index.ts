export { CreateListingPanel } from './create-listing.panel.tsx';
export { PendingOrdersScreen } from './pending-orders.screen.tsx';
