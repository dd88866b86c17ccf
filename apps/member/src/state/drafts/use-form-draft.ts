import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { Reader } from '@holdfast/client/storage';
import { useServices } from '../services.tsx';

interface FormDraftOptions<T> {
  /** Reads what lay in the storage; what it does not take is as if nothing had been typed. */
  read: Reader<T>;
  initial: T | (() => T);
}

/**
 * `useState` for what a person types into a form: nothing of it is lost by Back, by a notice that leads elsewhere, by the PIN lock or by a
 * reload. `form` names the form and what it is about (`paid 501`). Call `forget` when it has been sent. Never for a secret: no password,
 * no code; those live in the field's `useState` until the call. `isRestored`: it was typed earlier, and nothing has been changed since.
 */
export function useFormDraft<T>(
  form: string,
  { read, initial }: FormDraftOptions<T>,
): [value: T, set: (value: T) => void, forget: () => void, isRestored: boolean] {
  const { formDrafts } = useServices();
  const [start] = useState(initial);
  const [wasSet, setSet] = useState(false);
  const readKept = () => formDrafts.read(form);
  const kept = useSyncExternalStore(formDrafts.subscribe, readKept, readKept);
  const value = useMemo(() => (kept === undefined ? undefined : read(kept)) ?? start, [kept, read, start]);
  const set = useCallback(
    (next: T) => {
      setSet(true);
      formDrafts.write(form, next);
    },
    [formDrafts, form],
  );
  const forget = useCallback(() => formDrafts.forget(form), [formDrafts, form]);
  return [value, set, forget, kept !== undefined && !wasSet];
}
