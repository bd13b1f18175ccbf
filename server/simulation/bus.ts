import { isRoomEvent, parseTopic, type Topic } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { Channel, ChannelReceiver } from '../src/cluster/bus/channel.ts';
import { decodeEnvelope, encodeHint, encodePublication, type Origin } from '../src/cluster/bus/envelope.ts';
import type { Publication } from '../src/db/mutation.ts';

const LOSS_RATE = 0.03;
const DUPLICATE_RATE = 0.03;
const REORDER_RATE = 0.2;
/** The share of lost events that leave a hint. */
const HINT_RATE = 0.3;

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

/** A bus between servers that delays, duplicates, reorders and loses events, and loses its connections. */
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

  connect(): SimulatedChannel {
    const channel: SimulatedChannel = new SimulatedChannel({
      random: this.#options.random,
      send: payloads => this.#send(payloads),
      leave: unsent => {
        this.#channels.delete(channel);
        const messages = unsent.map(payload => decodeEnvelope(this.#options.origin, payload));
        this.sendLate(messages.flatMap(message => message?.publications ?? []));
      },
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

  /**
   * The events that a crashed server could not send. A database that notifies in its transactions loses nothing, and nobody else reports that
   * memberships changed.
   */
  sendLate(publications: readonly Publication[]): void {
    const own = publications.filter(({ topic }) => parseTopic(topic)[0] === 'self');
    this.#send(own.map(publication => encodePublication(this.#options.origin, publication)));
  }

  #send(payloads: readonly string[]): void {
    for (const payload of payloads) {
      const message = decodeEnvelope(this.#options.origin, payload);
      if (!message) throw new Error(`a server sent ${payload}`);
      const [event] = message.publications;
      if (event) this.#options.onSend(event);
      for (const channel of this.#channels)
        if (channel.isConnected && channel.isInterestedIn(event)) this.#sendTo(channel, { payload, event });
    }
  }

  #sendTo(channel: SimulatedChannel, packet: Packet): void {
    const { random, shouldLose, origin } = this.#options;
    const { event } = packet;
    if (event && !isRoomEvent(event.event)) return channel.enqueue(packet);
    const isRandomLoss = !this.isReliable && random.chance(LOSS_RATE);
    const isLost = event && shouldLose ? shouldLose(event) : isRandomLoss;
    if (!isLost) channel.enqueue(packet);
    else if (event && isRoomEvent(event.event) && random.chance(HINT_RATE))
      channel.enqueue({ payload: encodeHint(origin, event.event.roomId, event.event.seq), event: undefined });
    if (!this.isReliable && random.chance(DUPLICATE_RATE)) channel.enqueue(packet);
  }
}

interface SimulatedChannelOptions {
  random: Random;
  send: (payloads: readonly string[]) => void;
  leave: (unsent: readonly string[]) => void;
}

export class SimulatedChannel implements Channel {
  readonly sendsCommits = false;
  readonly #options: SimulatedChannelOptions;
  #receiver: ChannelReceiver | undefined;
  #isConnected = true;
  #isKilled = false;
  readonly #topics = new Set<Topic>();
  readonly #unsent: string[] = [];
  /** On their way to this server. */
  readonly #inbox: Packet[] = [];
  /** In their order. */
  readonly #subscriptionChanges: (() => void)[] = [];

  constructor(options: SimulatedChannelOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#inbox.length + this.#subscriptionChanges.length > 0;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  start(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
  }

  /** Without a connection, payloads are lost. */
  send(payloads: readonly string[]): void {
    if (this.#isKilled) return;
    if (this.#isConnected) return this.#options.send(payloads);
    this.#unsent.push(...payloads);
    this.#receiver?.onOverflow();
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

  async stop(): Promise<void> {
    this.#isKilled = true;
    this.#options.leave(this.#unsent);
  }

  /** `summary:<id>` includes the events of the room, and `list` those of all rooms. */
  isInterestedIn(event: Publication | undefined): boolean {
    if (!event || this.#topics.has(event.topic)) return true;
    const [kind, id] = parseTopic(event.topic);
    return kind === 'room' && (this.#topics.has(`summary:${id}`) || this.#topics.has('list'));
  }

  enqueue(packet: Packet): void {
    this.#inbox.push(packet);
  }

  disconnect(): void {
    this.#isConnected = false;
    this.#inbox.length = 0;
  }

  reconnect(): void {
    this.#isConnected = true;
    this.#receiver?.onConnect();
  }

  deliver(outOfOrder: number): void {
    const { random } = this.#options;
    const isEvent = this.#subscriptionChanges.length === 0 || (this.#inbox.length > 0 && random.chance(0.5));
    if (isEvent) this.#deliverPayload(random.chance(outOfOrder));
    else this.#subscriptionChanges.shift()?.();
  }

  /** Reorders only events of rooms, hints and heartbeats. */
  #deliverPayload(isOutOfOrder: boolean): void {
    const unordered = this.#inbox.filter(({ event }) => !event || isRoomEvent(event.event));
    const chosen = (isOutOfOrder && this.#options.random.pick(unordered)) || this.#inbox[0];
    if (!chosen) return;
    this.#inbox.splice(this.#inbox.indexOf(chosen), 1);
    this.#receiver?.onPayload(chosen.payload);
  }
}
