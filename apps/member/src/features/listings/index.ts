export { CreateListingPanel } from './create-listing.panel.tsx';
export { ListingsScreen } from './listings.screen.tsx';
