import { isRoomEvent, parseTopic, type Topic } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { Publication } from '../src/db/mutation.ts';
import type { Bus, Receiver } from '../src/realtime/bus/bus.ts';

/** How often an event of a room is lost, duplicated or reordered. */
const LOSS_RATE = 0.03;
const DUPLICATE_RATE = 0.03;
const REORDER_RATE = 0.2;
/** The share of lost events that leave a hint. */
const HINT_RATE = 0.3;

/** A bus between servers that delays, duplicates, reorders and loses events. */
export class SimulatedBus {
  readonly #random: Random;
  readonly #shouldLose: ((publication: Publication) => boolean) | undefined;
  readonly #nodes = new Set<SimulatedBusNode>();
  /** Stops losing events. */
  isReliable = false;

  constructor(random: Random, shouldLose: ((publication: Publication) => boolean) | undefined) {
    this.#random = random;
    this.#shouldLose = shouldLose;
  }

  get isBusy(): boolean {
    return [...this.#nodes].some(node => node.isBusy);
  }

  /** Connects one server. */
  connect(): Bus & { kill: () => void } {
    const node: SimulatedBusNode = new SimulatedBusNode({
      random: this.#random,
      publish: publications => this.#publish(publications),
      leave: () => this.#nodes.delete(node),
    });
    this.#nodes.add(node);
    return node;
  }

  /** Delivers one event to one server. */
  deliver(): void {
    const busy = [...this.#nodes].filter(node => node.isBusy);
    this.#random.pick(busy)?.deliver(this.isReliable ? 0 : REORDER_RATE);
  }

  #publish(publications: readonly Publication[]): void {
    for (const publication of publications)
      for (const node of this.#nodes)
        if (node.isSubscribedTo(publication.topic)) this.#send(node, publication);
  }

  #send(node: SimulatedBusNode, publication: Publication): void {
    const { event } = publication;
    if (!isRoomEvent(event)) return node.enqueue(publication);
    const isLost = this.#shouldLose?.(publication) ?? (!this.isReliable && this.#random.chance(LOSS_RATE));
    if (!isLost) node.enqueue(publication);
    else if (this.#random.chance(HINT_RATE)) node.enqueueHint(event.roomId, event.seq);
    if (!this.isReliable && this.#random.chance(DUPLICATE_RATE)) node.enqueue(publication);
  }
}

interface SimulatedBusNodeOptions {
  random: Random;
  publish: (publications: readonly Publication[]) => void;
  leave: () => void;
}

class SimulatedBusNode implements Bus {
  readonly #options: SimulatedBusNodeOptions;
  #receiver: Receiver | undefined;
  #isKilled = false;
  readonly #topics = new Set<Topic>();
  /** Events on their way to this server. */
  readonly #inbox: { publication: Publication; run: () => void }[] = [];
  readonly #hints: (() => void)[] = [];
  /** In their order. */
  readonly #subscriptionChanges: (() => void)[] = [];

  constructor(options: SimulatedBusNodeOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#inbox.length + this.#hints.length + this.#subscriptionChanges.length > 0;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  publish(publications: readonly Publication[]): void {
    if (!this.#isKilled) this.#options.publish(publications);
  }

  subscribe(topic: Topic): Promise<void> {
    return new Promise(resolve => {
      this.#subscriptionChanges.push(() => {
        this.#topics.add(topic);
        resolve();
      });
    });
  }

  unsubscribe(topic: Topic): void {
    this.#subscriptionChanges.push(() => this.#topics.delete(topic));
  }

  /** `summary:<id>` includes the events of the room, and `list` those of all rooms. */
  isSubscribedTo(topic: Topic): boolean {
    const [kind, id] = parseTopic(topic);
    if (this.#topics.has(topic)) return true;
    return kind === 'room' && (this.#topics.has(`summary:${id}`) || this.#topics.has('list'));
  }

  enqueue(publication: Publication): void {
    this.#inbox.push({ publication, run: () => this.#receiver?.deliver([publication]) });
  }

  enqueueHint(roomId: string, seq: number): void {
    this.#hints.push(() => this.#receiver?.hint(roomId, seq));
  }

  /** Delivers one event, hint or change of subscriptions. */
  deliver(outOfOrder: number): void {
    const { random } = this.#options;
    const kinds = [this.#inbox, this.#hints, this.#subscriptionChanges].filter(({ length }) => length > 0);
    const kind = random.pick(kinds);
    if (kind === this.#inbox) this.#deliverEvent(random.chance(outOfOrder));
    else (kind?.shift() as (() => void) | undefined)?.();
  }

  /** Reorders only events of rooms. */
  #deliverEvent(isOutOfOrder: boolean): void {
    const roomEvents = this.#inbox.filter(({ publication }) => isRoomEvent(publication.event));
    const chosen = (isOutOfOrder && this.#options.random.pick(roomEvents)) || this.#inbox[0];
    if (!chosen) return;
    this.#inbox.splice(this.#inbox.indexOf(chosen), 1);
    chosen.run();
  }

  kill(): void {
    this.#isKilled = true;
    this.#options.leave();
  }
}
