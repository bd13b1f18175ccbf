import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebhookEvent } from '@snug/protocol';
import { freePort } from '@snug/testkit/server-process.ts';

export interface RecordedDelivery {
  id: string;
  event: Exclude<WebhookEvent, { type: 'ping' }>;
}

/** A receiver as a process of its own, whose record survives its kills. */
export class WebhookReceiver {
  readonly #folder = mkdtempSync(join(tmpdir(), 'snug-receiver-'));
  readonly #file = join(this.#folder, 'deliveries');
  readonly #port: number;
  #seed: number;
  #child: ChildProcess | undefined;

  static async start(seed: number): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(await freePort(), seed);
    writeFileSync(receiver.#file, '');
    await receiver.start();
    return receiver;
  }

  private constructor(port: number, seed: number) {
    this.#port = port;
    this.#seed = seed;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  async start(): Promise<void> {
    const args = [join(import.meta.dirname, 'receiver-process.ts'), String(this.#port), this.#file];
    const child = spawn(process.execPath, [...args, String(this.#seed++)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    await once(child.stdout, 'data');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  readDeliveries(): RecordedDelivery[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1);
    return lines.map(line => JSON.parse(line) as RecordedDelivery);
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }
}
