import { type CommandInput, compareCursors, type ListedRoom, toListCursor } from '@snug/protocol';
import type { WaitingActor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { SharedRead } from '../../limits/shared-read.ts';
import { listBans } from '../../people/members/bans.ts';
import { toMembership } from '../../people/members/member-store.ts';
import { readAskers } from '../../people/members/present-membership.ts';
import { omitCursors } from '../reads/bound-cursors.ts';
import type { UnreadCounts } from '../reads/unread-counts.ts';
import { accessRooms } from './access.ts';
import { omitUnreadable } from './readable-rooms.ts';
import {
  type ListPage,
  listJoinedRooms,
  listOpenRooms,
  type PageInput,
  readListedRooms,
  toPage,
} from './room-rows.ts';

/** Reads pages of the list of rooms. Everyone has the same first page of open rooms, so concurrent requests share it. */
export class RoomListReader {
  readonly #read: Db;
  readonly #counts: Pick<UnreadCounts, 'read'>;
  /** By the number of rows, which the protocol limits. */
  readonly #firstPages = new Map<number, SharedRead<ListPage>>();

  constructor(read: Db, counts: Pick<UnreadCounts, 'read'>) {
    this.#read = read;
    this.#counts = counts;
  }

  async list(actor: WaitingActor, { mine, ...input }: CommandInput<'list_rooms'>): Promise<ListPage> {
    const { uid, now, scope, guest } = actor;
    // Open rooms do not exist for guests.
    if (guest && !mine) return { rooms: [] };
    if (scope?.roomIds) return this.#listAmong(actor, scope.roomIds, { ...input, mine });
    if (mine) return this.#addOwn(actor, await listJoinedRooms(this.#read, uid, { ...input, mine }));
    const [page, bans] = await Promise.all([this.#listOpen(input), listBans(this.#read, uid, now)]);
    const rooms = bans.size === 0 ? page.rooms : page.rooms.filter(({ id }) => !bans.has(id));
    return scope ? { ...page, rooms: await omitUnreadable(this.#read, actor, rooms) } : { ...page, rooms };
  }

  /** Of the few rooms that an access token opens. */
  async #listAmong(
    actor: WaitingActor,
    roomIds: readonly string[],
    { mine, before, limit }: CommandInput<'list_rooms'>,
  ): Promise<ListPage> {
    const { rooms } = await this.#addOwn(actor, { rooms: await readListedRooms(this.#read, roomIds) });
    const wanted = rooms
      .filter(room => room.archivedAt === undefined && (!mine || isMine(room, mine)))
      .toSorted((a, b) => compareCursors(toListCursor(a), toListCursor(b)))
      .filter(room => !before || compareCursors(toListCursor(room), before) > 0);
    return toPage(wanted.slice(0, limit), wanted.length);
  }

  async #addOwn(actor: WaitingActor, page: ListPage): Promise<ListPage> {
    const roomIds = page.rooms.map(({ id }) => id);
    const reads = await this.#counts.read(actor.uid, roomIds, actor.signal);
    const access = await accessRooms(this.#read, actor, roomIds);
    const askers = await readAskers(this.#read, access.values());
    const rooms = page.rooms.flatMap(room => {
      const own = access.get(room.id);
      // Access may have ended during the read.
      if (!own) return [];
      const read = reads.get(room.id);
      return {
        ...room,
        membership: toMembership(own, own.version ?? 0, actor.now, askers.get(own.requestedBy ?? '')),
        ...(read && { read: omitCursors(read) }),
      };
    });
    // The cursor of a guest without a private room names a room that they cannot read.
    return actor.guest && rooms.length === 0 ? { rooms } : { ...page, rooms };
  }

  #listOpen({ before, limit }: PageInput): Promise<ListPage> {
    if (before) return listOpenRooms(this.#read, { before, limit });
    const firstPage =
      this.#firstPages.get(limit) ?? new SharedRead<ListPage>(() => listOpenRooms(this.#read, { limit }));
    this.#firstPages.set(limit, firstPage);
    return firstPage.get();
  }
}

function isMine({ membership }: ListedRoom, mine: NonNullable<CommandInput<'list_rooms'>['mine']>): boolean {
  if (!membership?.role) return false;
  if (mine === 'requests') return membership.request === 'waiting';
  return membership.request === undefined && (mine === true || membership.favourite === true);
}
