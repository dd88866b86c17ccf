import { readFileSync } from 'node:fs';

interface Running {
  /** Where the product answers. */
  readonly url: string;
  /** Where it shows the messages that it does not send. */
  readonly consoleUrl: string;
  readonly databaseUrl: string;
  /** Its secrets among other things. */
  readonly dataDir: string;
  /** What its server logs, a line of JSON each. */
  readonly serverLog: string;
  /** The intro video that it shows until a member closes it. */
  readonly filmUrl: string;
  /** The push service that the product may send to, for whoever listens there. */
  readonly pushService: string;
}

/** The product that the runner has started for this run (tools/test/e2e.ts). */
export const running = JSON.parse(process.env['HOLDFAST_E2E'] ?? '{}') as Running;

export const FILM_URL = running.filmUrl;

/** Pino's, for `error`. */
const ERROR_LEVEL = 50;

/** What the server has logged as a fault of its own. `from`: only after that many of them. */
export const serverFaults = (from = 0): string[] =>
  readFileSync(running.serverLog, 'utf8')
    .split('\n')
    .slice(0, -1) // a line may be half written
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL)
    .slice(from);
