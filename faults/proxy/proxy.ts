import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Flow, UNIMPAIRED } from './flow.ts';
import { Pipe } from './pipe.ts';

/** `up` leads to the server, `down` to the client. */
export type Direction = 'up' | 'down';

interface Link {
  client: Socket;
  server: Socket;
  pipes: Record<Direction, Pipe>;
  isMarked: boolean;
}

export interface FaultProxyOptions {
  random?: () => number;
  /** Some faults can be limited to the connections whose clients send this text. */
  marker?: string;
}

/** A TCP proxy on this machine that causes the faults of bad networks. */
export class FaultProxy {
  readonly #server: Server;
  #port: number;
  readonly #random: () => number;
  readonly #marker: string | undefined;
  readonly #links = new Set<Link>();
  readonly #flows: Record<Direction, Flow> = { up: { ...UNIMPAIRED }, down: { ...UNIMPAIRED } };
  #droppedBefore = 0;
  cutCount = 0;

  /** Forwards to `port` on this machine. */
  static async start(port: number, options: FaultProxyOptions = {}): Promise<FaultProxy> {
    const proxy = new FaultProxy(port, options);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(port: number, { random = Math.random, marker }: FaultProxyOptions) {
    this.#port = port;
    this.#random = random;
    this.#marker = marker;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, client => this.#accept(client));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get linkCount(): number {
    return this.#links.size;
  }

  get droppedBytes(): number {
    return [...this.#links].reduce((sum, { pipes }) => sum + pipes.down.droppedBytes, this.#droppedBefore);
  }

  /** From now on. Unnamed fields stay. */
  set(direction: Direction | 'both', flow: Partial<Flow>): void {
    const directions: Direction[] = direction === 'both' ? ['up', 'down'] : [direction];
    for (const each of directions) {
      Object.assign(this.#flows[each], flow);
      for (const { pipes } of this.#links) {
        if (flow.resetAfterBytes !== undefined) pipes[each].resetByteCount();
        pipes[each].pump();
      }
    }
  }

  /** Removes all faults, for open and new connections. */
  restore(): void {
    this.set('both', UNIMPAIRED);
  }

  /** Silences the open connections for good, like a router that lost its state. New ones are not affected. */
  silence(which: 'all' | 'marked' = 'all'): void {
    for (const { pipes } of this.#select(which)) for (const pipe of Object.values(pipes)) pipe.silence();
  }

  /** Resets all connections at both ends. Bytes in flight are lost. */
  reset(which: 'all' | 'marked' = 'all'): void {
    for (const link of this.#select(which)) this.#resetLink(link);
  }

  /** Forwards new connections to another port, and resets the others. */
  moveTo(port: number): void {
    this.#port = port;
    this.reset();
  }

  async close(): Promise<void> {
    this.reset();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #select(which: 'all' | 'marked'): Link[] {
    return [...this.#links].filter(({ isMarked }) => which === 'all' || isMarked);
  }

  #accept(client: Socket): void {
    const server = connect({ port: this.#port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const onReset = () => {
      this.cutCount++;
      this.#resetLink(link);
    };
    const own = { random: this.#random, onReset };
    const pipes = {
      up: new Pipe({ ...own, from: client, to: server, flow: this.#flows.up }),
      down: new Pipe({ ...own, from: server, to: client, flow: this.#flows.down }),
    };
    const link: Link = { client, server, pipes, isMarked: false };
    this.#links.add(link);
    client.on('data', bytes => {
      if (this.#marker !== undefined && (bytes as Buffer).includes(this.#marker)) link.isMarked = true;
    });
    this.#watch(link, 'up', client, server);
    this.#watch(link, 'down', server, client);
  }

  // If one end breaks, the other does, too, unless nothing passes in that direction.
  #watch(link: Link, direction: Direction, from: Socket, to: Socket): void {
    from.on('error', () => {});
    from.on('close', () => {
      if (link.pipes[direction].isStalled) link.pipes[direction].clear();
      else if (from.errored) this.#resetLink(link);
      if (from.destroyed && to.destroyed) this.#forget(link);
    });
  }

  #resetLink(link: Link): void {
    for (const pipe of Object.values(link.pipes)) pipe.clear();
    link.client.resetAndDestroy();
    link.server.resetAndDestroy();
  }

  #forget(link: Link): void {
    if (this.#links.delete(link)) this.#droppedBefore += link.pipes.down.droppedBytes;
  }
}
