import { RecentMap } from './recent-map.ts';

/** Four heartbeats are missing. */
const SILENT_AFTER_MS = 2_000;
/** The lease of a node has ended, too: it changes nothing any more. */
const FORGET_AFTER_MS = 10_000;
const MAX_PEERS = 1_000;

interface Peer {
  lastHeartbeatAt: number;
  isSilent: boolean;
}

export interface PeersOptions {
  now: () => number;
  /** Called when a node falls silent, and again when it is forgotten: its last events may be lost. */
  onSilence: () => void;
}

export class Peers {
  readonly #options: PeersOptions;
  readonly #peers = new RecentMap<string, Peer>(MAX_PEERS);

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  onHeartbeat(node: string): void {
    this.#peers.set(node, { lastHeartbeatAt: this.#options.now(), isSilent: false });
  }

  /** Call after an outage of the bus: missing heartbeats of that time prove nothing. */
  restart(): void {
    for (const peer of this.#peers.values()) peer.lastHeartbeatAt = this.#options.now();
  }

  check(): void {
    const now = this.#options.now();
    for (const [node, peer] of this.#peers) {
      const silentMs = now - peer.lastHeartbeatAt;
      if (silentMs >= FORGET_AFTER_MS) this.#peers.delete(node);
      else if (peer.isSilent || silentMs < SILENT_AFTER_MS) continue;
      peer.isSilent = true;
      this.#options.onSilence();
    }
  }
}
