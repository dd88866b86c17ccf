import { randomInt } from 'node:crypto';

/**
 * How long simulations run and from which seed. `HOLDFAST_SIM=20` makes them 20 times as long; `HOLDFAST_SEED=123` repeats a run
 * that failed (the plan is the same, the scheduling is not).
 */
export const simulation = {
  scale: Number(process.env['HOLDFAST_SIM'] ?? 1),
  seed: Number(process.env['HOLDFAST_SEED'] ?? randomInt(2 ** 31)),
};

/** Says which seed a simulation runs with, so that one that failed can be repeated. */
export function announceSeed(name: string): void {
  process.stderr.write(`${name}: HOLDFAST_SEED=${simulation.seed} HOLDFAST_SIM=${simulation.scale}\n`);
}
