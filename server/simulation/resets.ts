import type { Chat } from '@snug/client';
import type { Event } from '@snug/protocol';
import type { Client } from './action.ts';

const ALL_ROOMS = '';

/** Records rooms of whose steps or moves clients did not receive the counts: they have to ask. */
export class Resets {
  readonly #rooms = new Map<Chat, Set<string>>();
  readonly #stops: (() => void)[];

  constructor(clients: readonly Client[]) {
    this.#stops = clients.map(({ chat }) => {
      const rooms = new Set<string>();
      this.#rooms.set(chat, rooms);
      return chat.connection.events.subscribe(event => {
        const roomId = findReset(chat, event);
        if (roomId !== undefined) rooms.add(roomId);
        if (event.type === 'read_moved' && event.read) rooms.delete(event.roomId);
      });
    });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  includes(chat: Chat, roomId: string): boolean {
    const rooms = this.#rooms.get(chat);
    return rooms === undefined || rooms.has(roomId) || rooms.has(ALL_ROOMS);
  }
}

/** The client has applied the event already. */
function findReset({ cursors }: Chat, event: Event): string | undefined {
  if (event.type === 'resync' || event.type === 'connected') return ALL_ROOMS;
  if (event.type === 'room_caught_up' || (event.type === 'read_moved' && !event.read)) return event.roomId;
  if (event.type !== 'room_summary') return undefined;
  const { room, to } = event;
  return (cursors.get(room.id)?.seq ?? to) < to ? room.id : undefined;
}
