import type { ListCursor, ListedRoom } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { SharedRead } from '../limits/shared-read.ts';
import { listRooms } from './room-store.ts';

interface ListPage {
  rooms: ListedRoom[];
  next?: ListCursor;
}

/** Reads pages of the list of rooms. Everyone has the same first page, so concurrent requests share it. */
export class RoomListReader {
  readonly #read: Db;
  /** By the number of rows, which the protocol limits. */
  readonly #firstPages = new Map<number, SharedRead<ListPage>>();

  constructor(read: Db) {
    this.#read = read;
  }

  list({ before, limit }: { before?: ListCursor | undefined; limit: number }): Promise<ListPage> {
    if (before) return listRooms(this.#read, { before, limit });
    const firstPage =
      this.#firstPages.get(limit) ?? new SharedRead<ListPage>(() => listRooms(this.#read, { limit }));
    this.#firstPages.set(limit, firstPage);
    return firstPage.get();
  }
}
