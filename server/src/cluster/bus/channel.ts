export interface ChannelReceiver {
  onPayload(payload: string): void;
  /** The channel is connected. Payloads that other nodes sent before may be lost. */
  onConnect(): void;
  /** Payloads of this node were dropped, because too many wait, or because the channel is not connected. */
  onOverflow(): void;
}

/** Carries texts of at most `MAX_NOTIFICATION_BYTES` between nodes. It may delay, repeat, reorder and lose them. */
export interface Channel {
  /** Whether each commit itself sends its publications. */
  readonly sendsCommits: boolean;
  readonly isConnected: boolean;
  /** Called once, before any other method. */
  start(receiver: ChannelReceiver): void;
  /** Sends to all nodes, including this one. */
  send(payloads: readonly string[]): void;
  /** Sends nothing more. */
  stop(): Promise<void>;
}
