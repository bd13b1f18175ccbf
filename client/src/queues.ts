import { Actions } from './actions/actions.ts';
import type { Connection } from './connection/connection.ts';
import type { Environment } from './environment.ts';
import { Outbox } from './outbox/outbox.ts';
import type { RoomStore } from './rooms/room.ts';
import type { RoomLog } from './rooms/room-log.ts';

/** What a person's clients have still to send: messages, and all other changes. */
export class Queues {
  readonly outbox: Outbox;
  readonly actions: Actions;

  constructor(
    environment: Environment,
    connection: Connection,
    findRoom: (roomId: string) => RoomStore | undefined,
  ) {
    this.outbox = new Outbox(environment, connection, roomId => findRoom(roomId)?.knownSeq);
    this.actions = new Actions({
      environment,
      connection,
      outbox: this.outbox,
      getLogSeq: roomId => findRoom(roomId)?.view.get().log?.seq,
    });
  }

  start(): () => void {
    const stops = [this.actions.start(), this.outbox.start()];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** `maxFileBytes`: of the server. */
  resume(maxFileBytes: number | undefined): void {
    this.outbox.resume(maxFileBytes);
    this.actions.resume();
  }

  /** The server has another history: what it stored may be gone. */
  onNewEpoch(): void {
    this.outbox.resendStored();
    this.actions.forgetDone();
  }

  /** A message or an action of the room waits, is on its way, or waits for the log to show it. */
  has(roomId: string): boolean {
    const { items, held } = this.outbox;
    const queues = [items.get(), held.get(), this.actions.pending.get()];
    return queues.some(queue => queue.some(item => item.roomId === roomId));
  }

  confirm(roomId: string, { seq, messages }: RoomLog): void {
    this.actions.confirm(roomId, seq);
    this.outbox.confirm(roomId, seq, id => messages.some(message => message.id === id));
  }
}
