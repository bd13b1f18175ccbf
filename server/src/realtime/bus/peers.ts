/** Four heartbeats are missing. */
const SILENT_AFTER_MS = 2_000;
/** The lease of a node has ended, too: it changes nothing any more. */
const FORGET_AFTER_MS = 10_000;
const MAX_PEERS = 1_000;

interface Peer {
  heardAt: number;
  isSilent: boolean;
}

export interface PeersOptions {
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Called when a node falls silent, and again when it is forgotten: its last events may be lost. */
  onSilence: () => void;
}

/** The other nodes on the bus, by their heartbeats. */
export class Peers {
  readonly #options: PeersOptions;
  /** The one heard last comes last. */
  readonly #peers = new Map<string, Peer>();

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  onHeartbeat(node: string): void {
    this.#peers.delete(node);
    this.#peers.set(node, { heardAt: this.#options.now(), isSilent: false });
    const [oldest] = this.#peers.keys();
    if (this.#peers.size > MAX_PEERS && oldest !== undefined) this.#peers.delete(oldest);
  }

  /** This node heard nobody for a while, which says nothing about the others. */
  restart(): void {
    for (const peer of this.#peers.values()) peer.heardAt = this.#options.now();
  }

  check(): void {
    const now = this.#options.now();
    for (const [node, peer] of this.#peers) {
      const silentMs = now - peer.heardAt;
      if (silentMs >= FORGET_AFTER_MS) this.#peers.delete(node);
      else if (peer.isSilent || silentMs < SILENT_AFTER_MS) continue;
      peer.isSilent = true;
      this.#options.onSilence();
    }
  }
}
