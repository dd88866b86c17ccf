import type { CallOutput } from '@holdfast/contract/calls';

export type Listed = CallOutput<'/operator/broadcast/list'>;
export type Broadcast = Listed['items'][number];
