import type { CommandName, ErrorBody } from '@snug/protocol';

/** A command about a room that a client still has to send. It never changes; a later action with its key replaces it. */
export interface PersistedAction {
  /** Unique. */
  id: string;
  /** Names the state that the command sets, for example `like:<roomId>:<messageId>`. */
  key: string;
  roomId: string;
  command: CommandName;
  input: unknown;
  /** When the person acted, in ms since 1970, by the device's clock. */
  createdAt: number;
  /** Of edits that this one replaced, at most 8: the server may have stored one of them. */
  earlierTexts?: readonly string[];
}

/** How an action ended: with the output of its command, or with an error that no retry changes. */
export interface ActionEnd {
  id: string;
  output?: unknown;
  error?: Pick<ErrorBody, 'code' | 'message' | 'id'>;
}

/** Shared by a person's clients in one browser. Any promise may reject: the browser may be out of space, or forbid storage. */
export interface ActionStorage {
  /** In the order of `put`. */
  readonly load: () => Promise<PersistedAction[]>;
  /** Puts an action at the end, and removes the others with its key. Resolves when it would survive a crash. */
  readonly put: (action: PersistedAction) => Promise<void>;
  /** Removes an action, and sends its end to the other clients. */
  readonly remove: (end: ActionEnd) => Promise<void>;
  /** Calls `listener` after changes of other clients. `end`: of an action that another client removed. */
  readonly subscribe: (listener: (end?: ActionEnd) => void) => () => void;
}
