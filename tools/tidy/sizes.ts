import type { Module } from './source.ts';

const countLines = (text: string): number => text.trimEnd().split('\n').length;

/** Files longer than `max` lines, as sentences. */
export const findLongFiles = (
  modules: readonly Module[],
  max: number,
  isExempt: (path: string) => boolean,
): string[] =>
  modules
    .filter(({ path, text }) => !isExempt(path) && countLines(text) > max)
    .map(({ path, text }) => `${path} has ${countLines(text)} lines`);

/** Functions longer than `max` lines, from their first line to their last, as sentences; `kept` are those with a reason. */
export const findLongFunctions = (
  modules: readonly Module[],
  max: number,
  isExempt: (path: string) => boolean,
  kept: Readonly<Record<string, string>> = {},
): string[] =>
  modules
    .filter(({ path }) => !isExempt(path))
    .flatMap(({ path, functions }) =>
      functions
        .filter(({ name, lines }) => lines > max && kept[`${path} ${name}`] === undefined)
        .map(({ name, line, lines }) => `${path}:${line} ${name} has ${lines} lines`),
    );
