import type { CallOutput } from '@holdfast/contract/calls';

export type Setting = CallOutput<'/operator/setting/list'>['settings'][number];
export type Planned = Setting['planned'][number];
export type Past = CallOutput<'/operator/setting/history'>['items'][number];
