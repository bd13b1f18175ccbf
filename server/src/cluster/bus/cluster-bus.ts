import { isRoomEvent, type Topic } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import type { Publication } from '../../db/mutation.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { Beacons } from './beacons.ts';
import type { Announcement, Bus, Receiver } from './bus.ts';
import type { Channel } from './channel.ts';
import {
  type BusMessage,
  decodeEnvelope,
  encodeAnnouncement,
  encodeHeartbeat,
  encodePublication,
  type Heartbeat,
  type Origin,
} from './envelope.ts';
import { Peers } from './peers.ts';
import { RecentMap } from './recent-map.ts';

const HEARTBEAT_MS = 500;
/** Positions of 100 rooms have 6 kB. */
const MAX_HEADS = 100;
const MAX_SEEN_ROOMS = 5_000;

export interface ClusterBusOptions {
  origin: Origin;
  channel: Channel;
  clock: Pick<Clock, 'steadyNow' | 'repeat'>;
  metrics?: Pick<Metrics, 'busGaps'> | undefined;
}

/** The bus of one of several nodes. Notices lost events by positions that arrive later, and by the silence of other nodes. */
export class ClusterBus implements Bus {
  readonly #options: ClusterBusOptions;
  readonly #beacons: Beacons;
  readonly #peers: Peers;
  readonly #seen = new SeenPositions();
  #receiver: Receiver | undefined;
  #stopHeartbeat: () => void = () => {};
  #hasLoss = false;
  #wasConnected = false;

  constructor(options: ClusterBusOptions) {
    this.#options = options;
    const { steadyNow: now } = options.clock;
    this.#beacons = new Beacons(now);
    this.#peers = new Peers({ now, onSilence: () => this.#onPossibleLoss('silent_server') });
  }

  start(receiver: Receiver): void {
    const { channel, clock } = this.#options;
    this.#receiver = receiver;
    channel.start({
      onPayload: payload => this.#receive(payload),
      onConnect: () => this.#onConnect(),
      onOverflow: () => {
        this.#hasLoss = true;
      },
    });
    this.#stopHeartbeat = clock.repeat(() => this.#heartbeat(), HEARTBEAT_MS);
  }

  async stop(): Promise<void> {
    this.#stopHeartbeat();
    await this.#options.channel.stop();
  }

  publish(publications: readonly Publication[]): void {
    const { channel, origin } = this.#options;
    channel.send(publications.map(publication => encodePublication(origin, publication)));
  }

  announce(announcement: Announcement): void {
    const { channel, origin } = this.#options;
    channel.send([encodeAnnouncement(origin, announcement)]);
  }

  publishCommitted(publications: readonly Publication[]): void {
    this.#beacons.record(publications);
    if (!this.#options.channel.sendsCommits) this.publish(publications);
  }

  subscribe(topic: Topic): Promise<void> {
    return this.#options.channel.subscribe(topic);
  }

  unsubscribe(topic: Topic): void {
    this.#options.channel.unsubscribe(topic);
  }

  #onConnect(): void {
    this.#peers.restart();
    if (this.#wasConnected) this.#countGap('reconnect');
    this.#wasConnected = true;
    this.#receiver?.onGap();
  }

  #heartbeat(): void {
    const { channel, origin } = this.#options;
    if (!channel.isConnected) return this.#receiver?.onSilence();
    this.#peers.check();
    const hasLoss = this.#hasLoss;
    this.#hasLoss = false;
    channel.send([encodeHeartbeat(origin, { heads: this.#beacons.take(MAX_HEADS), hasLoss })]);
  }

  #receive(payload: string): void {
    const message = decodeEnvelope(this.#options.origin, payload);
    if (message) this.#apply(message);
    else this.#onPossibleLoss('unreadable');
  }

  #apply({ node, publications, hints, heartbeat, announcement }: BusMessage): void {
    for (const { event } of publications) if (isRoomEvent(event)) this.#seen.put(event.roomId, event.seq);
    if (publications.length > 0) this.#receiver?.deliver(publications);
    for (const { roomId, seq } of hints) {
      this.#seen.put(roomId, seq);
      this.#receiver?.hint(roomId, seq);
    }
    if (heartbeat) this.#onHeartbeat(node, heartbeat);
    if (announcement && node !== this.#options.origin.node)
      this.#receiver?.onAnnouncement(node, announcement);
  }

  #onHeartbeat(node: string, { heads, hasLoss }: Heartbeat): void {
    if (node !== this.#options.origin.node) this.#peers.onHeartbeat(node);
    for (const [roomId, seq] of heads) {
      if (this.#seen.has(roomId, seq)) continue;
      this.#seen.put(roomId, seq);
      this.#receiver?.expect(roomId, seq);
    }
    if (!hasLoss) return;
    this.#countGap('overflow');
    this.#receiver?.onGap();
  }

  #onPossibleLoss(cause: string): void {
    this.#countGap(cause);
    this.#receiver?.onPossibleLoss();
  }

  #countGap(cause: string): void {
    this.#options.metrics?.busGaps.inc({ cause });
  }
}

/** The last positions that the bus has delivered, of the rooms that changed last. */
class SeenPositions {
  readonly #seqs = new RecentMap<string, number>(MAX_SEEN_ROOMS);

  put(roomId: string, seq: number): void {
    this.#seqs.set(roomId, Math.max(this.#seqs.get(roomId) ?? 0, seq));
  }

  /** False also for a room that changed long ago. */
  has(roomId: string, seq: number): boolean {
    return seq <= (this.#seqs.get(roomId) ?? -1);
  }
}
