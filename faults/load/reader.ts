import { Chat, type Socket } from '@snug/client';
import type { CommandName, ListedRoom, Message, RoomState, ServerFrame } from '@snug/protocol';
import { logOf } from '@snug/testkit/assert-view.ts';
import { openSocket } from '@snug/testkit/client-socket.ts';
import { stable } from '@snug/testkit/compare.ts';
import { programEnvironment } from '@snug/testkit/program-environment.ts';
import type { Random } from '@snug/testkit/random.ts';
import type { Told } from '../observed-events.ts';
import type { Person } from './participant.ts';

/** Somebody with the real client, who has all rooms open and notes what comes over the wire. */
export class Reader {
  readonly person: Person;
  readonly chat: Chat;
  /** How many connections it took so far. */
  connections = 0;
  readonly #told: Told;
  #socket: Socket | undefined;

  constructor(person: Person, told: Told, random: Random, roomIds: readonly string[]) {
    this.person = person;
    this.#told = told;
    const environment = programEnvironment(handlers => this.#open(handlers), random.next);
    this.chat = new Chat(environment, person.uid);
    for (const roomId of roomIds) this.chat.room(roomId).open();
  }

  /** Loses the connection, as in a tunnel; the client returns by itself. */
  drop(): void {
    this.#socket?.close();
  }

  /** Whether all is sent and shown, given the list of rooms as the server has it. */
  hasCaughtUpTo(rooms: readonly ListedRoom[]): boolean {
    const { connection, outbox, roomList } = this.chat;
    return (
      connection.state.get().status === 'connected' &&
      outbox.items.get().length === 0 &&
      rooms.every(({ id, seq }) => this.chat.room(id).followedTo === seq) &&
      stable(roomList.rooms.get()) === stable(rooms)
    );
  }

  /** Reads all of a room's history. */
  async readAll(roomId: string): Promise<void> {
    while (logOf(this.chat, roomId)?.hasOlder) await this.chat.room(roomId).pages.loadOlder();
  }

  #open(handlers: Parameters<typeof openSocket>[1]): Socket {
    const ear = this.#told.listen(this.person.name);
    const asked = new Map<number, CommandName>();
    this.connections++;
    const note = (frame: ServerFrame) => {
      if ('events' in frame) for (const event of frame.events) this.#told.event(ear, event);
      else if ('ok' in frame) this.#noteAnswer(ear, asked.get(frame.id), frame.ok);
    };
    const socket = openSocket(this.person, {
      onText: text => {
        note(JSON.parse(text) as ServerFrame);
        handlers.onText(text);
      },
      onClose: (code, reason) => {
        ear.isOver = true;
        handlers.onClose(code, reason);
      },
    });
    const send = (text: string) => {
      const { id, command } = JSON.parse(text) as { id: number; command: CommandName };
      asked.set(id, command);
      socket.send(text);
    };
    const close = () => {
      ear.isOver = true;
      socket.close();
    };
    this.#socket = { send, close };
    return this.#socket;
  }

  #noteAnswer(ear: ReturnType<Told['listen']>, command: CommandName | undefined, ok: unknown): void {
    if (command === 'open_room') this.#told.opened(ear, ok as RoomState);
    if (command === 'catch_up' || command === 'get_messages') {
      this.#told.read(ear, (ok as { messages: Message[] }).messages);
    }
  }
}
