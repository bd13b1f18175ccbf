import { CommandError, type Event, MAX_UNSENT_FILES, type Message } from '@snug/protocol';
import type { SentCommand } from './fake-environment.ts';
import { ANN, makeId, makeRoom } from './samples.ts';

interface UploadedFile {
  name: string;
  state: 'unsent' | 'sent' | 'collected';
}

/** The part of a server that an outbox needs: it stores each message once, and a file goes into one message. */
export class ModelServer {
  /** All stored messages, in order. */
  readonly log: Message[] = [];
  readonly #files = new Map<string, UploadedFile>();

  /** Returns the id of the file. Throws `limit_exceeded`. */
  upload(name: string): string {
    const unsent = [...this.#files.values()].filter(({ state }) => state === 'unsent');
    if (unsent.length >= MAX_UNSENT_FILES) throw new CommandError('limit_exceeded');
    const id = makeId(5_000_000 + this.#files.size);
    this.#files.set(id, { name, state: 'unsent' });
    return id;
  }

  /** Deletes all unsent uploads. */
  sweep(): void {
    for (const file of this.#files.values()) if (file.state === 'unsent') file.state = 'collected';
  }

  /** Runs a command. Returns its result and its events. Throws a `CommandError`. */
  handle({ command, input }: SentCommand): { ok: unknown; events: Event[] } {
    if (command === 'send_message') return this.#send(input as unknown as NewMessage);
    if (command === 'open_room' || command === 'catch_up')
      return { ok: this.#roomState(String(input.roomId)), events: [] };
    if (command === 'discard_file') this.#discard(String(input.fileId));
    return {
      ok: { rooms: [], missing: [], people: [], presences: [], uids: [], emoji: [], version: 0 },
      events: [],
    };
  }

  listMessages(roomId: string): Message[] {
    return this.log.filter(message => message.roomId === roomId);
  }

  #send({ id, roomId, text, fileId }: NewMessage): { ok: unknown; events: Event[] } {
    const stored = this.log.find(message => message.id === id);
    if (stored) {
      if (stored.text !== text || stored.file?.id !== fileId) throw new CommandError('id_taken');
      return { ok: { message: stored }, events: [] };
    }
    const file = fileId === undefined ? undefined : this.#attachFile(fileId);
    const seq = this.listMessages(roomId).length + 1;
    const message: Message = {
      id,
      roomId,
      seq,
      changedSeq: seq,
      author: ANN,
      createdAt: seq,
      ...(text !== undefined && { text }),
      ...(file && { file }),
    };
    this.log.push(message);
    return { ok: { message }, events: [{ type: 'message_sent', roomId, seq, message }] };
  }

  #attachFile(id: string): Message['file'] {
    const file = this.#files.get(id);
    if (file?.state === 'sent') throw new CommandError('forbidden');
    if (file?.state !== 'unsent') throw new CommandError('not_found');
    file.state = 'sent';
    return { id, name: file.name, contentType: '', size: 1, url: `/files/${id}` };
  }

  #discard(id: string): void {
    const file = this.#files.get(id);
    if (file?.state === 'unsent') file.state = 'collected';
  }

  #roomState(roomId: string): unknown {
    const messages = this.listMessages(roomId);
    const room = makeRoom(0, { id: roomId });
    return { room, admins: [], seq: messages.length, reset: true, messages, hasOlder: false };
  }
}

interface NewMessage {
  id: string;
  roomId: string;
  text?: string;
  fileId?: string;
}
