import type { CallInput, CallOutput } from '@holdfast/contract/calls';

type Input = CallInput<'/register-block/list'>;

export type Block = CallOutput<'/register-block/list'>['items'][number];

/** Which rules are shown, as the address says it. */
export interface Filters {
  kind?: NonNullable<Input['kind']>;
  state?: NonNullable<Input['state']>;
  pattern?: string;
}
