import type { CallOutput } from '@holdfast/contract/calls';

export type Known = CallOutput<'/operator/maintenance/read'>;
export type Maintenance = NonNullable<Known['running']>;
