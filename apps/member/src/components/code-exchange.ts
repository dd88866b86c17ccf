import type { CallApi } from '@holdfast/client/calls';

/**
 * Takes a one-time code for its ticket. A code is good once: where a way breaks off behind it, because the network is gone say, the same
 * code leads on with the ticket that it brought, instead of being called used up.
 */
export function createCodeExchange(callApi: CallApi): (id: string, code: string) => Promise<string> {
  let taken: { id: string; code: string; ticket: string } | undefined;
  return async (id, code) => {
    if (taken?.id !== id || taken.code !== code) {
      const { ticket } = await callApi('/utils/otp/mobile/verify', { input: { id, code } });
      taken = { id, code, ticket };
    }
    return taken.ticket;
  };
}
