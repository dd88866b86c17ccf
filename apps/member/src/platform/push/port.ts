/** What a device's own notification says, and what a click on it opens. */
export interface SystemNotice {
  /** One of the same tag takes the place of the one before. */
  readonly tag: string;
  readonly title: string;
  readonly body?: string | undefined;
  readonly onClick?: (() => void) | undefined;
}

/** A way for messages to reach somebody who does not look at the app (spec 6). Where there is none, nothing asks for a permission. */
export interface PushCarrier {
  permission: () => NotificationPermission;
  /** Whether the permission would lead to anything here. It may have to be tried out, which is slow: ask it only before a question. */
  isWorthAsking: () => boolean;
  /** Asks the member. Browsers want a tap before it. */
  request: () => Promise<NotificationPermission>;
  /** Answers with the registration token, where a push service gives one. */
  start: () => Promise<string | undefined>;
  /** Shows it on the device, once it was started and while nobody looks at the app: whoever does is told by the app. */
  show: (notice: SystemNotice) => Promise<void>;
}
