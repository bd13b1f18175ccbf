import { CommandError } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_ROUTE } from './require-session.ts';

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

/** `/healthz`: the process responds. `/readyz`: it can serve clients. */
export function healthRoute(app: FastifyInstance, readiness: Pick<Readiness, 'assertReady'>): void {
  app.get('/healthz', PUBLIC_ROUTE, async () => ({ status: 'ok' }));
  app.get('/readyz', PUBLIC_ROUTE, async () => {
    await readiness.assertReady();
    return { status: 'ok' };
  });
}
