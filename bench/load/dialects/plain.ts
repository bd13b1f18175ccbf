import type { Dialect } from './dialect.ts';

/** The floor's: what is sent is what everyone gets. */
export const plain: Dialect = {
  request: ({ room }) => ({ path: `/${room}` }),
  join: async () => {},
  message: (_seat, _id, text) => text,
  delivery: '',
  mark: '',
};
