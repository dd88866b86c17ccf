/** What is to be done at which time, in milliseconds since the epoch; what is due first comes first. */
export class Agenda {
  #items: { readonly at: number; readonly run: () => Promise<void> }[] = [];

  add(at: number, run: () => Promise<void>): void {
    const before = this.#items.findIndex((item) => item.at > at);
    this.#items.splice(before < 0 ? this.#items.length : before, 0, { at, run });
  }

  get next(): number | undefined {
    return this.#items[0]?.at;
  }

  /** Does what is due, also what that adds. */
  async runDue(now: number): Promise<void> {
    for (let item = this.#items[0]; item && item.at <= now; item = this.#items[0]) {
      this.#items.shift();
      await item.run();
    }
  }
}
