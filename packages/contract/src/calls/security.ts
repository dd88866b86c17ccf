/** The security centre: devices, history, freezing. Addresses of our own. */
export const securityCalls = {} as const;
