import type { Person } from '@snug/protocol';
import { useChat } from '../../state/chat-context.ts';
import { type PagedSearch, usePagedSearch } from '../../state/use-paged-search.ts';

/** The people whose names match the query. With `roomId`, only members of that room. */
export function usePeopleSearch(query: string, roomId?: string): PagedSearch<Person> {
  const chat = useChat();
  return usePagedSearch<Person>(query, {
    getId: person => person.uid,
    findPage: async (text, after) => {
      const input = { text, ...(roomId !== undefined && { roomId }), ...(after && { after }) };
      const { people, next } = await chat.connection.command('find_people', input);
      return { items: people.map(person => chat.people.upsert(person)), next };
    },
  });
}
