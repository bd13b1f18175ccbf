import { isRoomEvent } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import type { Publication } from '../../db/mutation.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { Beacons } from './beacons.ts';
import type { Announcement, Bus, Connection, Receiver } from './bus.ts';
import type { Channel } from './channel.ts';
import { Echo } from './echo.ts';
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
const RESOLVED = Promise.resolve();

export interface ClusterBusOptions {
  origin: Origin;
  channel: Channel;
  clock: Pick<Clock, 'steadyNow' | 'repeat'>;
  metrics?: Pick<Metrics, 'busGaps'> | undefined;
}

/**
 * The bus of one of several nodes. Notices lost events by positions that arrive later, and by the silence of other nodes.
 *
 * Over a channel that commits do not use, publications follow the commit. So they reach the sockets of this node at once, and a
 * node that dies loses those on their way: its silence is a gap.
 */
export class ClusterBus implements Bus {
  readonly #options: ClusterBusOptions;
  readonly #beacons: Beacons;
  readonly #peers: Peers;
  readonly #seen = new SeenPositions();
  /** Undefined if commits use the channel. */
  readonly #echo: Echo | undefined;
  #receiver: Receiver | undefined;
  #stopHeartbeat: () => void = () => {};
  #hasLoss = false;
  #wasConnected = false;
  #lastConnection: { isConnected: boolean; changedAt: number };
  #expected: readonly string[] = [];

  constructor(options: ClusterBusOptions) {
    this.#options = options;
    const { steadyNow: now } = options.clock;
    const { sendsCommits } = options.channel;
    this.#lastConnection = { isConnected: false, changedAt: now() };
    this.#beacons = new Beacons(now);
    this.#echo = sendsCommits ? undefined : new Echo();
    const onPossibleLoss = () => this.#onPossibleLoss('silent_server');
    const onGap = () => this.#onGap('silent_server');
    this.#peers = new Peers({
      now,
      onSilence: sendsCommits ? onPossibleLoss : onGap,
      onForget: onPossibleLoss,
      onReturn: sendsCommits ? () => {} : onGap,
    });
  }

  /** Whether events of other nodes arrive. */
  get isConnected(): boolean {
    return this.#options.channel.isConnected && this.#echo?.isMissing !== true;
  }

  /** A loss is noticed within half a second. */
  get connection(): Connection {
    this.#noteLoss();
    const { isConnected, changedAt } = this.#lastConnection;
    return { isConnected, forMs: this.#options.clock.steadyNow() - changedAt };
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
    if (this.isConnected) this.#sendHeartbeat({ heads: new Map(), hasLoss: this.#hasLoss, isLast: true });
    await this.#options.channel.stop();
  }

  publish(publications: readonly Publication[]): void {
    const { origin } = this.#options;
    if (this.#echo) this.#deliver(publications);
    this.#send(publications.map(publication => encodePublication(origin, publication)));
  }

  announce(announcement: Announcement): void {
    this.#send([encodeAnnouncement(this.#options.origin, announcement)]);
  }

  publishCommitted(publications: readonly Publication[]): void {
    this.#beacons.record(publications);
    if (!this.#options.channel.sendsCommits) this.publish(publications);
  }

  /** All nodes receive everything. */
  subscribe(): Promise<void> {
    return RESOLVED;
  }

  unsubscribe(): void {
    // Nothing was subscribed.
  }

  expectNodes(nodes: readonly string[]): void {
    const ended = this.#expected.filter(node => !nodes.includes(node));
    this.#expected = nodes;
    // It may have stored more after its silence was noticed.
    if (this.#echo && this.isConnected && ended.some(node => this.#peers.isSilent(node)))
      this.#onGap('silent_server');
  }

  #send(payloads: readonly string[]): void {
    if (this.#echo?.admit(payloads) === false) this.#hasLoss = true;
    else this.#options.channel.send(payloads);
  }

  #sendHeartbeat(heartbeat: Heartbeat): void {
    const { channel, origin } = this.#options;
    this.#echo?.countHeartbeat();
    channel.send([encodeHeartbeat(origin, heartbeat)]);
  }

  #onConnect(): void {
    // The connection before may have ended while it sent.
    if (this.#echo && this.#wasConnected) this.#hasLoss = true;
    if (!this.#echo) return this.#onReturn();
    this.#echo.restart();
    this.#probe();
  }

  #onReturn(): void {
    this.#noteConnection(true);
    this.#peers.restart();
    if (this.#wasConnected) this.#countGap('reconnect');
    this.#wasConnected = true;
    this.#receiver?.onGap();
  }

  #noteLoss(): void {
    if (this.#lastConnection.isConnected && !this.isConnected) this.#noteConnection(false);
  }

  #noteConnection(isConnected: boolean): void {
    this.#lastConnection = { isConnected, changedAt: this.#options.clock.steadyNow() };
  }

  #heartbeat(): void {
    this.#echo?.check();
    if (this.#options.channel.isConnected && this.#echo?.isMissing) this.#probe();
    this.#noteLoss();
    if (!this.isConnected) return this.#receiver?.onSilence();
    this.#peers.check();
    const hasLoss = this.#hasLoss;
    this.#hasLoss = false;
    this.#sendHeartbeat({ heads: this.#beacons.take(MAX_HEADS), hasLoss });
    if (this.#echo && this.#expected.some(node => this.#peers.isSilent(node))) this.#receiver?.onSilence();
  }

  /** Its echo proves that the channel carries payloads again. */
  #probe(): void {
    this.#sendHeartbeat({ heads: new Map(), hasLoss: false });
  }

  #receive(payload: string): void {
    const message = decodeEnvelope(this.#options.origin, payload);
    if (message) this.#apply(message);
    else this.#onPossibleLoss('unreadable');
  }

  #apply({ node, publications, hints, heartbeat, announcement }: BusMessage): void {
    const isOwn = node === this.#options.origin.node;
    if (isOwn && this.#echo) {
      if (heartbeat && this.#echo.receive()) this.#onReturn();
      return;
    }
    this.#deliver(publications);
    for (const { roomId, seq } of hints) {
      this.#seen.put(roomId, seq);
      this.#receiver?.hint(roomId, seq);
    }
    if (heartbeat) this.#onHeartbeat(node, heartbeat);
    if (announcement && !isOwn) this.#receiver?.onAnnouncement(node, announcement);
  }

  #deliver(publications: readonly Publication[]): void {
    for (const { event } of publications) if (isRoomEvent(event)) this.#seen.put(event.roomId, event.seq);
    if (publications.length > 0) this.#receiver?.deliver(publications);
  }

  #onHeartbeat(node: string, { heads, hasLoss, isLast }: Heartbeat): void {
    if (node !== this.#options.origin.node) {
      if (isLast) this.#peers.leave(node);
      else this.#peers.onHeartbeat(node);
    }
    for (const [roomId, seq] of heads) {
      if (this.#seen.has(roomId, seq)) continue;
      this.#seen.put(roomId, seq);
      this.#receiver?.expect(roomId, seq);
    }
    if (hasLoss) this.#onGap('overflow');
  }

  #onPossibleLoss(cause: string): void {
    this.#countGap(cause);
    this.#receiver?.onPossibleLoss();
  }

  #onGap(cause: string): void {
    this.#countGap(cause);
    this.#receiver?.onGap();
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
