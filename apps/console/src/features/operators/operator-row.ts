import type { CallOutput } from '@holdfast/contract/calls';

export type OperatorRow = CallOutput<'/operator/administration/list'>['operators'][number];
