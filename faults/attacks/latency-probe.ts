import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { WebSocket } from 'ws';
import type { AttackTarget } from './attack.ts';
import type { Identity } from './attacker.ts';

const SEND_INTERVAL_MS = 25;
/** After this time, a send counts as lost, with this latency. */
const SEND_TIMEOUT_MS = 10_000;

/** The effect of an attack on other people. */
export interface ProbeResult {
  /** From each send to its result, in ms. */
  latencies: number[];
  /** Rejected sends and closed sockets. */
  failures: string[];
}

/** 100 people, each at their own network address, who read one room and send 40 messages a second together. */
export class LatencyProbe {
  readonly #target: AttackTarget;
  readonly #sockets: WebSocket[];
  readonly #pending = new Map<number, (refusal: string | undefined) => void>();
  readonly #disconnects: string[] = [];
  #lastId = 0;

  private constructor(target: AttackTarget, sockets: WebSocket[]) {
    this.#target = target;
    this.#sockets = sockets;
    for (const socket of sockets) {
      socket.on('message', data => this.#receive(data as Buffer));
      socket.on('close', code => this.#disconnects.push(`closed ${code}`));
    }
  }

  static async open(target: AttackTarget, people: readonly Identity[]): Promise<LatencyProbe> {
    const sockets = await Promise.all(people.map(person => openProbeSocket(target, person)));
    return new LatencyProbe(target, sockets);
  }

  async run(ms: number): Promise<ProbeResult> {
    const began = performance.now();
    const latencies: number[] = [];
    const failures: string[] = [];
    const sends: Promise<void>[] = [];
    for (let count = 0; count * SEND_INTERVAL_MS < ms; count++) {
      // By the clock, so that a pause of this process does not look like one of the server.
      await wait(Math.max(0, began + count * SEND_INTERVAL_MS - performance.now()));
      sends.push(this.#send(latencies, failures));
    }
    await Promise.all(sends);
    failures.push(...this.#disconnects.splice(0));
    return { latencies, failures };
  }

  close(): void {
    for (const socket of this.#sockets) socket.removeAllListeners('close').terminate();
  }

  async #send(waits: number[], failures: string[]): Promise<void> {
    const number = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#pending.set(number, resolve);
    const began = performance.now();
    const input = { roomId: this.#target.roomId, id: randomUUID(), text: `Probe ${number}` };
    this.#sockets[number % this.#sockets.length]?.send(
      JSON.stringify({ id: number, command: 'send_message', input }),
    );
    const timer = setTimeout(() => resolve('lost'), SEND_TIMEOUT_MS);
    const refusal = await promise;
    clearTimeout(timer);
    this.#pending.delete(number);
    if (refusal !== undefined) failures.push(refusal);
    waits.push(performance.now() - began);
  }

  // Handles other frames with as little work as possible: work here would delay the measurement.
  #receive(data: Buffer): void {
    if (data.toString('latin1', 0, 5) !== '{"id"') return;
    const { id, error } = JSON.parse(data.toString()) as { id: number; error?: { code: string } };
    this.#pending.get(id)?.(error?.code);
  }
}

async function openProbeSocket(
  { url, roomId }: AttackTarget,
  { cookie, address }: Identity,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live?version=${PROTOCOL_VERSION}`, {
    headers: { cookie, origin: url },
    localAddress: address,
    perMessageDeflate: false,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('error', reject);
  socket.once('open', () => socket.send(JSON.stringify({ id: 0, command: 'open_room', input: { roomId } })));
  socket.on('message', data => (data as Buffer).toString('latin1', 0, 8) === '{"id":0,' && resolve());
  await promise;
  return socket;
}
