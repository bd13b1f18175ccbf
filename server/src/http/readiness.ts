import { CommandError } from '@snug/protocol';

/** Whether a proxy should send clients to this node. */
export class Readiness {
  readonly #checks: (() => Promise<unknown>)[];
  #isDraining = false;

  /** `checks` reject if this node cannot serve clients. */
  constructor(checks: readonly (() => Promise<unknown>)[]) {
    this.#checks = [...checks];
  }

  add(check: () => Promise<unknown>): void {
    this.#checks.push(check);
  }

  /** This node is about to stop. */
  startDraining(): void {
    this.#isDraining = true;
  }

  /** Rejects with `unavailable`. */
  async assertReady(): Promise<void> {
    if (this.#isDraining) throw new CommandError('unavailable');
    try {
      await Promise.all(this.#checks.map(check => check()));
    } catch {
      throw new CommandError('unavailable');
    }
  }
}
