import type { CommandInput } from '@snug/protocol';
import { type Actor, accessRooms } from '../access.ts';
import type { Db } from '../db/schema.ts';
import { SharedRead } from '../limits/shared-read.ts';
import { readReadStates } from '../reads/read-store.ts';
import { listBans, toMembership } from './member-store.ts';
import { type ListPage, listJoinedRooms, listOpenRooms, type PageInput } from './room-rows.ts';

/** Reads pages of the list of rooms. Everyone has the same first page of open rooms, so concurrent requests share it. */
export class RoomListReader {
  readonly #read: Db;
  /** By the number of rows, which the protocol limits. */
  readonly #firstPages = new Map<number, SharedRead<ListPage>>();

  constructor(read: Db) {
    this.#read = read;
  }

  async list({ uid, now }: Actor, { mine, ...input }: CommandInput<'list_rooms'>): Promise<ListPage> {
    if (mine) return this.#listJoined({ uid, now }, { ...input, mine });
    const [page, bans] = await Promise.all([this.#listOpen(input), listBans(this.#read, uid, now)]);
    return bans.size === 0 ? page : { ...page, rooms: page.rooms.filter(({ id }) => !bans.has(id)) };
  }

  async #listJoined(actor: Actor, input: Parameters<typeof listJoinedRooms>[2]): Promise<ListPage> {
    const page = await listJoinedRooms(this.#read, actor.uid, input);
    const roomIds = page.rooms.map(({ id }) => id);
    const reads = await readReadStates(this.#read, actor.uid, roomIds);
    const access = await accessRooms(this.#read, actor, roomIds);
    const rooms = page.rooms.flatMap(room => {
      const own = access.get(room.id);
      // Access may have ended during the read.
      if (!own) return [];
      const read = reads.get(room.id);
      return {
        ...room,
        membership: toMembership(own, own.version ?? 0, actor.now),
        ...(read && { read }),
      };
    });
    return { ...page, rooms };
  }

  #listOpen({ before, limit }: PageInput): Promise<ListPage> {
    if (before) return listOpenRooms(this.#read, { before, limit });
    const firstPage =
      this.#firstPages.get(limit) ?? new SharedRead<ListPage>(() => listOpenRooms(this.#read, { limit }));
    this.#firstPages.set(limit, firstPage);
    return firstPage.get();
  }
}
