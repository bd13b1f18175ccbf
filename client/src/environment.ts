/** One WebSocket, as far as Snug needs it. */
export interface Socket {
  send(text: string): void;
  close(code?: number): void;
}

export interface SocketHandlers {
  onText(text: string): void;
  /** Called once, also when the socket could not be opened. `code` and `reason` as in RFC 6455, 7.4. */
  onClose(code: number, reason: string): void;
}

/** Everything that the client takes from the outside, so that a test can hold the clock, the dice and the wire. */
export interface Environment {
  readonly openSocket: (handlers: SocketHandlers) => Socket;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** Calls `run` once after `ms`, unless the returned function is called before. */
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** A new message id: a UUID, version 7. */
  readonly newId: () => string;
}
