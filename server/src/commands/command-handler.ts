import type { CommandInput, CommandName, CommandOutput, Event, ProviderId, Topic } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import type { FileServices } from '../files/file-services.ts';
import type { RoomViewers } from '../presence/room-viewers.ts';
import type { RoomStateReader } from '../rooms/room-state-reader.ts';
import type { SnugMutations } from './mutations.ts';

/** Where events can be sent to, such as a socket. */
export interface CommandSubscriber {
  /**
   * Resolves when everything that is published on the topic from now on arrives; with a function that ends that, unless it was
   * asked for again since. Whoever listens reads then, and has access checked then. Rejects with a `CommandError` where this
   * listener may not listen to more.
   */
  subscribe(topic: Topic): Promise<() => void>;
  unsubscribe(topic: Topic): void;
  /** Listens to these people and, beside its own person, to no others. Resolves as `listen` does. */
  watchPeople(uids: readonly string[]): Promise<void>;
  /**
   * Listens to the summaries of the rooms `add`, and no longer to those of the rooms `remove`. Resolves as `listen` does. Rejects
   * with a `CommandError` where that would be too many, and adds none of them then.
   */
  watchRooms(add: readonly string[], remove: readonly string[]): Promise<void>;
  /** Has this listener alone receive events, which leave after the answer. */
  sendEvents(events: readonly Event[]): void;
}

/** Who gave a command; with a `listener` where it came over a socket. */
export interface CommandCaller {
  uid: string;
  sessionId: string;
  subscriber?: CommandSubscriber;
}

/** What handlers work with. `read` sees everything that `writer` has answered for. */
export interface Services {
  read: Db;
  writer: Writer<SnugMutations>;
  /** Who has which room open. */
  roomViewers: Pick<RoomViewers, 'list'>;
  files: FileServices;
  /** Closes the sockets of sessions that have ended, once what is being answered has left. */
  endSessions: (sessionIds: readonly string[]) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  roomStates: Pick<RoomStateReader, 'read'>;
  /** The providers that sign people in. */
  providers: readonly { id: ProviderId; name: string }[];
}

/** Carries out a command whose input has been checked. Refuses by rejecting with a `CommandError`. */
export type Handler<Name extends CommandName> = (
  services: Services,
  caller: CommandCaller,
  input: CommandInput<Name>,
) => Promise<CommandOutput<Name>>;

export type Handlers<Name extends CommandName = CommandName> = { [Key in Name]: Handler<Key> };
