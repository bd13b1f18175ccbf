import { Chat, type Socket } from '@snug/client';
import type { CommandName, ListedRoom, Message, RoomState, ServerFrame } from '@snug/protocol';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import { openClientSocket } from '@snug/testkit/client-socket.ts';
import { stableStringify } from '@snug/testkit/compare.ts';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import type { Random } from '@snug/testkit/random.ts';
import type { ObservedEvents } from '../observed-events.ts';
import type { Participant } from './participant.ts';

/** A person with the real client, who has all rooms open and records all received frames. */
export class Reader {
  readonly person: Participant;
  readonly chat: Chat;
  connections = 0;
  readonly #observed: ObservedEvents;
  #socket: Socket | undefined;

  constructor(person: Participant, observed: ObservedEvents, random: Random, roomIds: readonly string[]) {
    this.person = person;
    this.#observed = observed;
    const environment = createProgramEnvironment(handlers => this.#open(handlers), random.next);
    this.chat = new Chat(environment, person.uid);
    for (const roomId of roomIds) this.chat.room(roomId).open();
  }

  disconnect(): void {
    this.#socket?.close();
  }

  /** Whether everything is sent and shown, given the server's list of rooms. */
  hasCaughtUpTo(rooms: readonly ListedRoom[]): boolean {
    const { connection, outbox, roomList } = this.chat;
    return (
      connection.state.get().status === 'connected' &&
      outbox.items.get().length === 0 &&
      rooms.every(({ id, seq }) => this.chat.room(id).knownSeq === seq && this.#hasOwnReactions(id)) &&
      stableStringify(roomList.rooms.get()) === stableStringify(rooms)
    );
  }

  /** A client requests them after a gap that its server has filled. */
  #hasOwnReactions(roomId: string): boolean {
    const { messages = [] } = getRoomLog(this.chat, roomId) ?? {};
    return messages.every(({ reactions, mine }) => !reactions || mine !== undefined);
  }

  async readAll(roomId: string): Promise<void> {
    while (getRoomLog(this.chat, roomId)?.hasOlder) await this.chat.room(roomId).pages.loadOlder();
  }

  #open(handlers: Parameters<typeof openClientSocket>[1]): Socket {
    const recorder = this.#observed.addRecorder(this.person.name);
    const commands = new Map<number, CommandName>();
    this.connections++;
    const note = (frame: ServerFrame) => {
      if ('events' in frame) for (const event of frame.events) this.#observed.recordEvent(recorder, event);
      else if ('ok' in frame) this.#recordResult(recorder, commands.get(frame.id), frame.ok);
    };
    const socket = openClientSocket(this.person, {
      onText: text => {
        note(JSON.parse(text) as ServerFrame);
        handlers.onText(text);
      },
      onClose: (code, reason) => {
        recorder.isClosed = true;
        handlers.onClose(code, reason);
      },
    });
    const send = (text: string) => {
      const { id, command } = JSON.parse(text) as { id: number; command: CommandName };
      commands.set(id, command);
      socket.send(text);
    };
    const close = () => {
      recorder.isClosed = true;
      socket.close();
    };
    this.#socket = { send, close };
    return this.#socket;
  }

  #recordResult(
    recorder: ReturnType<ObservedEvents['addRecorder']>,
    command: CommandName | undefined,
    ok: unknown,
  ): void {
    if (command === 'open_room') this.#observed.recordOpened(recorder, ok as RoomState);
    if (command === 'catch_up' || command === 'get_messages') {
      this.#observed.recordMessages(recorder, (ok as { messages: Message[] }).messages);
    }
  }
}
