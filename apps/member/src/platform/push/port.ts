/** What a device's own notification says, and what a click on it opens. */
export interface SystemNotice {
  /** One of the same tag takes the place of the one before. */
  readonly tag: string;
  readonly title: string;
  readonly body?: string | undefined;
  readonly onClick?: (() => void) | undefined;
}

/** A browser's registration at its push service. */
export interface PushSubscriptionData {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What the service worker tells the app of a push message. */
export type PushWord =
  /** One has arrived while somebody looks at the app. */
  | { readonly kind: 'push' }
  /** Somebody has pressed a notification: this address. */
  | { readonly kind: 'open'; readonly address: string }
  /** The test message of this number has arrived. */
  | { readonly kind: 'test'; readonly testId: string };

/** The part of push that lives in the browser and its service worker, and goes on while the app is closed. */
export interface PushDevice {
  /** Whether a service worker runs here that can receive. Waits for one that is being installed. */
  hasWorker: () => Promise<boolean>;
  /** The subscription of this browser, made if there is none under this key. Throws where the browser's push service refuses. */
  subscribe: (serverKey: string) => Promise<PushSubscriptionData>;
  /** Ends it: what is on its way to it arrives nowhere. Messages are shown to nobody from now on. */
  unsubscribe: () => Promise<void>;
  /** Messages that name this binding are for `owner`, and are shown. */
  bind: (bound: { readonly binding: string; readonly uid: string }) => Promise<void>;
  /** Whether messages of somebody else are shown here. */
  isBoundToOther: (uid: string) => Promise<boolean>;
  subscribeToWords: (listener: (word: PushWord) => void) => () => void;
  /** Runs this alone among all tabs, in the order in which they asked: of two registrations on their way the newer one is the last. */
  exclusively: <T>(act: () => Promise<T>) => Promise<T>;
}

/** What the carrier does for a member. */
export interface OpenCarrier {
  /** Begins to show notifications of the open app. */
  start: () => void;
  /**
   * Shows it on the device, once it was started and while nobody looks at the app: whoever does is told by the app. Where the push service
   * tells of it, nothing is shown twice.
   */
  show: (notice: SystemNotice) => Promise<void>;
  /** Undefined where this browser has no push service. */
  readonly device: PushDevice | undefined;
}

/**
 * A way for messages to reach somebody who does not look at the app (spec 6). Where there is none, nothing asks for a permission. Its larger part is
 * loaded when a member needs it.
 */
export interface PushCarrier {
  permission: () => NotificationPermission;
  /** An iPhone lets only a page on the home screen ask. */
  readonly needsHomeScreen: boolean;
  /** Asks the member. Browsers want a tap before it. Not where the home screen comes first. */
  request: () => Promise<NotificationPermission>;
  open: () => Promise<OpenCarrier>;
}
