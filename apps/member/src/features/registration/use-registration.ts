import { messageLanguage } from '@holdfast/client/i18n';
import type { CallOutput } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { useState } from 'react';
import { createCodeExchange } from '#components/code-exchange.ts';
import { useAction, type Action } from '@holdfast/client/calls';
import { useServices, useSettings } from '#state/services.tsx';
import { CODE_ERRORS, CODE_SEND_ERRORS } from '#components/code-entry.tsx';

export type SignedIn = CallOutput<'/member/register'>;

export interface Sent {
  readonly mobile: string;
  readonly id: string;
  readonly resendAt: string;
}

interface Choices {
  readonly password: string;
  /** Absent in fast registration, where the server proposes the names and the secret is set later. */
  readonly account?: string;
  readonly nick?: string;
  readonly newTranspass?: string;
  readonly onSent: () => void;
  readonly onDone: (member: SignedIn) => void;
}

export interface Registration {
  /** Sends a code to the number of the last `proceed`. */
  readonly send: Action<[]>;
  readonly check: Action<[code: string]>;
  readonly register: Action<[ticket: string]>;
  readonly sent: Sent | undefined;
  readonly login: SignedIn | undefined;
  /** Goes on with a number: registers if it is proven already, asks for its code if one is on the way, else sends one. */
  proceed(mobile: string): Promise<void>;
}

/** After these the number, or the proof of it, is worth nothing. */
const ENDS_PROOF: readonly string[] = ['MOBILE_TAKEN', 'TICKET_INVALID', 'REGISTRATION_REFUSED'];

const REGISTER_ERRORS = [
  'ACCOUNT_TAKEN',
  'NICKNAME_TAKEN',
  'PASSWORD_BREACHED',
  'MOBILE_TAKEN',
  'REGISTRATION_REFUSED',
  'TICKET_INVALID',
  'RATE_LIMITED',
  'PARAMETERS_INVALID',
] as const satisfies ErrorName[];

/** What registration asks of the server: a code for a number, a ticket for the code, a member for the ticket. */
export function useRegistration({ onSent, onDone, ...choices }: Choices): Registration {
  const { callApi, installId } = useServices();
  const { language } = useSettings();
  const [login, setLogin] = useState<SignedIn>();
  const [sent, setSent] = useState<Sent>();
  const [exchange] = useState(() => createCodeExchange(callApi));
  const [proven, setProven] = useState<{ mobile: string; ticket: string }>();

  const makeMember = (otpTicket: string) => {
    const { password, account, nick, newTranspass } = choices;
    const common = { password, otpTicket, installId: installId() };
    return account !== undefined && nick !== undefined && newTranspass !== undefined
      ? callApi('/member/register', { input: { ...common, account, nick, newTranspass } })
      : callApi('/api/fast-registeration', { input: common });
  };
  const register = useAction(
    async (ticket: string) => {
      try {
        const member = await makeMember(ticket);
        setLogin(member);
        onDone(member);
      } catch (error) {
        if (error instanceof AppError && ENDS_PROOF.includes(error.code)) {
          setProven(undefined);
          setSent(undefined);
        }
        throw error;
      }
    },
    { shows: REGISTER_ERRORS },
  );
  const sendTo = async (mobile: string) => {
    const input = { purpose: 'register', target: mobile, lang: messageLanguage(language) } as const;
    setSent({ mobile, ...(await callApi('/utils/otp/mobile/send', { input })) });
    onSent();
  };
  const first = useAction(sendTo, { shows: CODE_SEND_ERRORS });
  const again = useAction(async () => sent && sendTo(sent.mobile), { shows: CODE_SEND_ERRORS });
  const check = useAction(
    async (code: string) => {
      if (!sent) return;
      const ticket = await exchange(sent.id, code);
      setProven({ mobile: sent.mobile, ticket });
      await register.run(ticket);
    },
    { shows: CODE_ERRORS },
  );

  return {
    send: {
      ...again,
      isBusy: first.isBusy || again.isBusy,
      error: first.error ?? again.error,
      forgetError() {
        first.forgetError();
        again.forgetError();
      },
    },
    check,
    register,
    sent,
    login,
    async proceed(mobile) {
      register.forgetError();
      if (proven?.mobile === mobile) await register.run(proven.ticket);
      else if (sent?.mobile === mobile) onSent();
      else await first.run(mobile);
    },
  };
}
