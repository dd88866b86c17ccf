interface Running {
  /** Where the product answers. */
  readonly url: string;
  /** Where it shows the messages that it does not send. */
  readonly consoleUrl: string;
  readonly databaseUrl: string;
  /** The film that it shows to whoever has not closed it. */
  readonly filmUrl: string;
}

/** The product that the runner has started for this run (tools/test/e2e.ts). */
export const running = JSON.parse(process.env['HOLDFAST_E2E'] ?? '{}') as Running;

export const FILM_URL = running.filmUrl;
