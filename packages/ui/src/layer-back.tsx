import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react';

/** The browser's Back, as whoever knows the history offers it. */
export interface LayerBack {
  /** Back calls `onBack` instead of leaving the page; without one it does nothing for now. Asked again, the newer one counts. */
  hold: (holder: object, onBack: (() => void) | undefined) => void;
  release: (holder: object) => void;
}

const Context = createContext<LayerBack | undefined>(undefined);

export function LayerBackProvider({ value, children }: { value: LayerBack; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

/** Has Back close what is shown while this is mounted, as a phone's member expects of anything that slid in. */
export function useBackCloses(onClose: (() => void) | undefined): void {
  const back = use(Context);
  const [holder] = useState(() => ({}));
  const canClose = onClose !== undefined;
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => back?.hold(holder, canClose ? () => close() : undefined), [back, holder, canClose]);
  useEffect(() => () => back?.release(holder), [back, holder]);
}
