import { useSyncExternalStore } from 'react';

const never = () => () => {};
/** False in HTML that is rendered ahead and while React takes it over: a portal has no place in it. */
export const useIsLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
