import { RecentMap } from './recent-map.ts';

/** Four heartbeats are missing. */
const SILENT_AFTER_MS = 2_000;
/** The lease of a node has ended, too: it changes nothing any more. */
const FORGET_AFTER_MS = 10_000;
const MAX_PEERS = 1_000;

interface Peer {
  lastHeartbeatAt: number;
  state: 'alive' | 'silent' | 'forgotten' | 'left';
}

export interface PeersOptions {
  now: () => number;
  /** A node has fallen silent: its last events may be lost. */
  onSilence: () => void;
  /** A node has been silent for as long as its lease lasts. */
  onForget: () => void;
  /** A node sends again: its events since it fell silent may be lost. */
  onReturn: () => void;
}

export class Peers {
  readonly #options: PeersOptions;
  readonly #peers = new RecentMap<string, Peer>(MAX_PEERS);

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  onHeartbeat(node: string): void {
    const previous = this.#peers.get(node)?.state;
    const isBack = previous === 'silent' || previous === 'forgotten';
    this.#peers.set(node, { lastHeartbeatAt: this.#options.now(), state: 'alive' });
    if (isBack) this.#options.onReturn();
  }

  /** A node stops, and all its events have arrived. */
  leave(node: string): void {
    this.#peers.set(node, { lastHeartbeatAt: this.#options.now(), state: 'left' });
  }

  /** True also for a node that has sent nothing yet. */
  isSilent(node: string): boolean {
    const state = this.#peers.get(node)?.state;
    return state !== 'alive' && state !== 'left';
  }

  /** Call after an outage of the bus: missing heartbeats of that time prove nothing. */
  restart(): void {
    for (const peer of this.#peers.values()) peer.lastHeartbeatAt = this.#options.now();
  }

  check(): void {
    const now = this.#options.now();
    for (const peer of this.#peers.values()) {
      const silentMs = now - peer.lastHeartbeatAt;
      if (peer.state === 'alive' && silentMs >= SILENT_AFTER_MS) {
        peer.state = 'silent';
        this.#options.onSilence();
      } else if (peer.state === 'silent' && silentMs >= FORGET_AFTER_MS) {
        peer.state = 'forgotten';
        this.#options.onForget();
      }
    }
  }
}
