interface Running {
  /** Where the product answers. */
  readonly url: string;
  /** Where it shows the messages that it does not send. */
  readonly consoleUrl: string;
  readonly databaseUrl: string;
}

/** The product that the runner has started for this run (tools/test/e2e.ts). */
export const running = JSON.parse(process.env['HOLDFAST_E2E'] ?? '{}') as Running;

/** The film that the product under test shows to whoever has not closed it (tools/test/e2e.ts). */
export const FILM_URL = 'https://film.holdfast.example/intro.mp4';
