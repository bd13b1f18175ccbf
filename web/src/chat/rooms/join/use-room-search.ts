import { useState } from 'react';
import { useChat, useMe } from '../../../state/chat-context.ts';
import { type PagedSearch, toSearchText, usePagedSearch } from '../../../state/use-paged-search.ts';
import { type FoundRoom, parseRoomId, searchLocally } from './room-search.ts';

/** The rooms that match the query; for an empty query, the most recently active ones. */
export function useRoomSearch(query: string): PagedSearch<FoundRoom> {
  const chat = useChat();
  const me = useMe().uid;
  const [localRooms] = useState(() => chat.roomList.rooms.get() ?? []);
  const id = parseRoomId(query);
  const search = usePagedSearch<FoundRoom>(id === undefined ? query : '', {
    getId: room => room.id,
    findPage: async (text, after) => {
      const { rooms, next } = await chat.connection.command('find_rooms', { text, ...(after && { after }) });
      return { items: rooms, next };
    },
    findOffline: text => searchLocally(localRooms, text, me),
  });
  if (id !== undefined) return { ...search, items: [chat.roomList.getRow(id) ?? { id, name: undefined }] };
  if (toSearchText(query) !== undefined) return search;
  return { ...search, items: searchLocally(localRooms, '', me) };
}
