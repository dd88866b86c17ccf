/** A way for push messages to reach this device (spec 6). Absent until there is one: nothing then asks for a permission. */
export interface PushCarrier {
  permission: () => 'granted' | 'denied' | 'default';
  /** Asks the member. Browsers want a tap before it. */
  request: () => Promise<'granted' | 'denied' | 'default'>;
  start: () => void;
}
