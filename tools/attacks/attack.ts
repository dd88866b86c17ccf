/** A product that was started to be attacked. */
export interface Target {
  /** The member app's origin, for what comes over the network. */
  readonly url: string;
  /** Where the server shows its metrics. */
  readonly metricsUrl: string;
  /** The owner's address, to arrange an attack and to see what it has done; never to attack with. */
  readonly databaseUrl: string;
  /** The address of the product's own login: what somebody holds who controls SQL on one of its connections. */
  readonly appUrl: string;
  /** The folder of its secrets: with `databaseUrl` what the books of the test kit open. */
  readonly dataDir: string;
  /** The file that the server logs to. */
  readonly serverLog: string;
}

export interface Attack {
  readonly name: string;
  /** `refused`, or one sentence that says what the attacker got. */
  run(target: Target): Promise<string>;
}
