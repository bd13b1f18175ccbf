import { Chat, type Socket } from '@snug/client';
import type { CommandName, CommandOutput, ListedRoom, ReadState, ServerFrame } from '@snug/protocol';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import { openClientSocket } from '@snug/testkit/client-socket.ts';
import { stableStringify } from '@snug/testkit/compare.ts';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import type { Random } from '@snug/testkit/random.ts';
import { pickShownReads } from '@snug/testkit/stored-reads.ts';
import type { FrameRecorder, ObservedEvents } from '../observed-events.ts';
import { Conversations } from './conversations.ts';
import type { Participant } from './participant.ts';

/** A person with the real client, who has all rooms open and records all received frames. */
export class Reader {
  readonly person: Participant;
  readonly chat: Chat;
  readonly conversations: Conversations;
  connections = 0;
  readonly #observed: ObservedEvents;
  #socket: Socket | undefined;

  constructor(person: Participant, observed: ObservedEvents, random: Random, roomIds: readonly string[]) {
    this.person = person;
    this.#observed = observed;
    const environment = createProgramEnvironment(handlers => this.#open(handlers), random.next);
    this.chat = new Chat(environment, person.uid);
    this.conversations = new Conversations(this.chat, environment);
    for (const roomId of roomIds) {
      this.chat.room(roomId).open();
      this.conversations.follow(roomId);
    }
  }

  disconnect(): void {
    this.#socket?.close();
  }

  /** Whether everything is sent and shown, given the server's list of rooms. */
  hasCaughtUpTo(rooms: readonly ListedRoom[]): boolean {
    const { connection, outbox, actions, roomList } = this.chat;
    return (
      connection.state.get().status === 'connected' &&
      outbox.items.get().length === 0 &&
      actions.pending.get().length === 0 &&
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

  /** Whether the numbers of unread messages are the server's. */
  showsCounts(reads: CommandOutput<'get_unread'>['reads']): boolean {
    const pick = (read: ReadState | undefined) => read && pickShownReads(read);
    return Object.entries(reads).every(
      ([roomId, read]) =>
        stableStringify(pick(this.chat.cursors.get(roomId))) === stableStringify(pick(read)),
    );
  }

  #open(handlers: Parameters<typeof openClientSocket>[1]): Socket {
    const recorder = this.#observed.addRecorder(this.person);
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

  #recordResult(recorder: FrameRecorder, command: CommandName | undefined, ok: unknown): void {
    const observed = this.#observed;
    if (command === 'open_room') observed.recordOpened(recorder, ok as CommandOutput<'open_room'>);
    if (command === 'catch_up' || command === 'get_messages')
      observed.recordMessages(recorder, (ok as CommandOutput<'get_messages'>).messages);
    if (command !== 'get_unread') return;
    const { reads } = ok as CommandOutput<'get_unread'>;
    for (const [roomId, read] of Object.entries(reads)) observed.recordCursor(recorder, roomId, read);
  }
}
