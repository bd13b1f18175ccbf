import { isRoomEvent, partsOf, type Topic } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { Publication } from '../src/db/mutation.ts';
import type { Bus, Receiver } from '../src/realtime/bus.ts';

/** How often a step of a room gets lost, comes twice, or comes before others. */
const LOST = 0.03;
const TWICE = 0.03;
const OUT_OF_ORDER = 0.2;
/** Of those that get lost, how many leave a hint. */
const HINTED = 0.3;

/** Between several servers: what one publishes comes to the others late, twice, in another order, or not at all. */
export class SimulatedBus {
  readonly #random: Random;
  readonly #loses: ((publication: Publication) => boolean) | undefined;
  readonly #nodes = new Set<Node>();
  /** Loses nothing any more. */
  isGood = false;

  constructor(random: Random, loses: ((publication: Publication) => boolean) | undefined) {
    this.#random = random;
    this.#loses = loses;
  }

  get isBusy(): boolean {
    return [...this.#nodes].some(node => node.isBusy);
  }

  /** The end of the bus at one server. */
  connect(): Bus & { kill: () => void } {
    const node: Node = new Node({
      random: this.#random,
      publish: publications => this.#publish(publications),
      leave: () => this.#nodes.delete(node),
    });
    this.#nodes.add(node);
    return node;
  }

  /** Brings one thing to one server. */
  deliver(): void {
    const busy = [...this.#nodes].filter(node => node.isBusy);
    this.#random.pick(busy)?.deliver(this.isGood ? 0 : OUT_OF_ORDER);
  }

  #publish(publications: readonly Publication[]): void {
    for (const publication of publications)
      for (const node of this.#nodes) if (node.wants(publication.topic)) this.#send(node, publication);
  }

  #send(node: Node, publication: Publication): void {
    const { event } = publication;
    if (!isRoomEvent(event)) return node.take(publication);
    const isLost = this.#loses?.(publication) ?? (!this.isGood && this.#random.chance(LOST));
    if (!isLost) node.take(publication);
    else if (this.#random.chance(HINTED)) node.takeHint(event.roomId, event.seq);
    if (!this.isGood && this.#random.chance(TWICE)) node.take(publication);
  }
}

interface NodeOptions {
  random: Random;
  publish: (publications: readonly Publication[]) => void;
  leave: () => void;
}

class Node implements Bus {
  readonly #options: NodeOptions;
  #receiver: Receiver | undefined;
  #isDead = false;
  readonly #topics = new Set<Topic>();
  /** What is under way to this server. */
  readonly #inbox: { publication: Publication; run: () => void }[] = [];
  readonly #hints: (() => void)[] = [];
  /** Subscribing and unsubscribing, in their order. */
  readonly #wishes: (() => void)[] = [];

  constructor(options: NodeOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#inbox.length + this.#hints.length + this.#wishes.length > 0;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  publish(publications: readonly Publication[]): void {
    if (!this.#isDead) this.#options.publish(publications);
  }

  subscribe(topic: Topic): Promise<void> {
    return new Promise(resolve => {
      this.#wishes.push(() => {
        this.#topics.add(topic);
        resolve();
      });
    });
  }

  unsubscribe(topic: Topic): void {
    this.#wishes.push(() => this.#topics.delete(topic));
  }

  /** `summary:<id>` brings the steps of the room, and `list` those of all rooms. */
  wants(topic: Topic): boolean {
    const [kind, id] = partsOf(topic);
    if (this.#topics.has(topic)) return true;
    return kind === 'room' && (this.#topics.has(`summary:${id}`) || this.#topics.has('list'));
  }

  take(publication: Publication): void {
    this.#inbox.push({ publication, run: () => this.#receiver?.deliver([publication]) });
  }

  takeHint(roomId: string, seq: number): void {
    this.#hints.push(() => this.#receiver?.hint(roomId, seq));
  }

  /** Brings one thing. */
  deliver(outOfOrder: number): void {
    const { random } = this.#options;
    const kinds = [this.#inbox, this.#hints, this.#wishes].filter(({ length }) => length > 0);
    const kind = random.pick(kinds);
    if (kind === this.#inbox) this.#deliverEvent(random.chance(outOfOrder));
    else (kind?.shift() as (() => void) | undefined)?.();
  }

  /** Only steps of rooms overtake each other. */
  #deliverEvent(isOutOfOrder: boolean): void {
    const steps = this.#inbox.filter(({ publication }) => isRoomEvent(publication.event));
    const chosen = (isOutOfOrder && this.#options.random.pick(steps)) || this.#inbox[0];
    if (!chosen) return;
    this.#inbox.splice(this.#inbox.indexOf(chosen), 1);
    chosen.run();
  }

  kill(): void {
    this.#isDead = true;
    this.#options.leave();
  }
}
