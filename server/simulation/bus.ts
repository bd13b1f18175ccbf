import { isRoomEvent } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { Channel, ChannelReceiver } from '../src/cluster/bus/channel.ts';
import { decodeEnvelope, encodeHint, type Origin } from '../src/cluster/bus/envelope.ts';
import type { Publication } from '../src/db/mutation.ts';

const LOSS_RATE = 0.03;
const DUPLICATE_RATE = 0.03;
const REORDER_RATE = 0.2;
/** The share of lost events that leave a hint. */
const HINT_RATE = 0.3;
/** Beyond them, a server is more than half a minute late, and loses its connection. */
const MAX_INBOX = 200;

export interface SimulatedBusOptions {
  random: Random;
  /** The bus reads the envelopes to choose the lost ones. */
  origin: Origin;
  shouldLose: ((publication: Publication) => boolean) | undefined;
  /** Called for each event when it is sent. */
  onSend: (publication: Publication) => void;
}

interface Packet {
  payload: string;
  event: Publication | undefined;
}

/** The database, which notifies of each commit, or a message broker. */
export type Carrier = 'database' | 'broker';

/** Delays, duplicates, reorders and loses events of rooms between servers, and loses the connections of servers. */
export class SimulatedBus {
  readonly #options: SimulatedBusOptions;
  readonly #channels = new Set<SimulatedChannel>();
  isReliable = false;

  constructor(options: SimulatedBusOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return [...this.#channels].some(channel => channel.isBusy);
  }

  connect(carrier: Carrier): SimulatedChannel {
    const channel: SimulatedChannel = new SimulatedChannel({
      carrier,
      random: this.#options.random,
      send: payloads => this.send(carrier, payloads),
      leave: () => this.#channels.delete(channel),
    });
    this.#channels.add(channel);
    return channel;
  }

  deliver(): void {
    const busy = [...this.#channels].filter(channel => channel.isBusy);
    this.#options.random.pick(busy)?.deliver(this.isReliable ? 0 : REORDER_RATE);
  }

  cut(): void {
    const channel = this.#options.random.pick([...this.#channels]);
    if (channel?.isConnected) channel.disconnect();
    else channel?.reconnect();
  }

  cutAll(): void {
    for (const channel of this.#channels) if (channel.isConnected) channel.disconnect();
  }

  repair(): void {
    this.isReliable = true;
    for (const channel of this.#channels) if (!channel.isConnected) channel.reconnect();
  }

  send(carrier: Carrier, payloads: readonly string[]): void {
    for (const payload of payloads) {
      const message = decodeEnvelope(this.#options.origin, payload);
      if (!message) throw new Error(`a server sent ${payload}`);
      const [event] = message.publications;
      if (event) this.#options.onSend(event);
      for (const channel of this.#channels)
        if (channel.carrier === carrier && channel.isConnected) this.#sendTo(channel, { payload, event });
    }
  }

  #sendTo(channel: SimulatedChannel, packet: Packet): void {
    const { random, shouldLose, origin } = this.#options;
    const { event } = packet;
    // Servers notice a lost event of a room by its `seq`. A connection carries everything else, or ends.
    if (!event || !isRoomEvent(event.event)) return channel.enqueue(packet);
    const isRandomLoss = !this.isReliable && random.chance(LOSS_RATE);
    const isLost = shouldLose ? shouldLose(event) : isRandomLoss;
    if (!isLost) channel.enqueue(packet);
    else if (random.chance(HINT_RATE))
      channel.enqueue({ payload: encodeHint(origin, event.event.roomId, event.event.seq), event: undefined });
    if (!this.isReliable && random.chance(DUPLICATE_RATE)) channel.enqueue(packet);
  }
}

interface SimulatedChannelOptions {
  carrier: Carrier;
  random: Random;
  send: (payloads: readonly string[]) => void;
  leave: () => void;
}

export class SimulatedChannel implements Channel {
  readonly carrier: Carrier;
  readonly sendsCommits: boolean;
  readonly #options: SimulatedChannelOptions;
  #receiver: ChannelReceiver | undefined;
  #isConnected = true;
  /** On their way to this server. */
  readonly #inbox: Packet[] = [];

  constructor(options: SimulatedChannelOptions) {
    this.carrier = options.carrier;
    this.sendsCommits = options.carrier === 'database';
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#inbox.length > 0;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  start(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
    receiver.onConnect();
  }

  /** Without a connection, payloads are lost. */
  send(payloads: readonly string[]): void {
    if (this.#isConnected) this.#options.send(payloads);
    else this.#receiver?.onOverflow();
  }

  async stop(): Promise<void> {
    this.disconnect();
    this.#options.leave();
  }

  enqueue(packet: Packet): void {
    this.#inbox.push(packet);
    if (this.#inbox.length > MAX_INBOX) this.disconnect();
  }

  disconnect(): void {
    this.#isConnected = false;
    this.#inbox.length = 0;
  }

  reconnect(): void {
    this.#isConnected = true;
    this.#receiver?.onConnect();
  }

  /** Reorders only events of rooms, hints and heartbeats. */
  deliver(outOfOrder: number): void {
    const { random } = this.#options;
    const unordered = this.#inbox.filter(({ event }) => !event || isRoomEvent(event.event));
    const chosen = (random.chance(outOfOrder) && random.pick(unordered)) || this.#inbox[0];
    if (!chosen) return;
    this.#inbox.splice(this.#inbox.indexOf(chosen), 1);
    this.#receiver?.onPayload(chosen.payload);
  }
}
