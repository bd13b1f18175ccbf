import type { Dialect } from './dialect.ts';

/** The floor's: everyone gets the sent text unchanged. */
export const plain: Dialect = {
  request: ({ room }) => ({ path: `/${room}` }),
  join: async () => {},
  message: (_seat, _id, text) => text,
  delivery: '',
  mark: '',
};
