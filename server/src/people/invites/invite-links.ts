import type { Invite, InviteRoom, Person } from '@snug/protocol';
import { SignedCodes } from '../../base/signed-codes.ts';
import { accessRooms } from '../../chat/rooms/access.ts';
import { readListedRooms } from '../../chat/rooms/room-rows.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { readPeopleByUid } from '../profiles/person.ts';
import { accessInvite, type UsableInvite } from './access.ts';
import type { StoredInvite } from './invite-store.ts';

export interface InviteLinksOptions {
  secret: string;
  read: Db;
  now: () => number;
  limits: RateLimits;
}

/** The links of invitations: from their codes to the invitations, and back. */
export class InviteLinks {
  readonly #options: InviteLinksOptions;
  readonly #codes: SignedCodes;

  constructor(options: InviteLinksOptions) {
    this.#options = options;
    this.#codes = new SignedCodes(options.secret, 'invite');
  }

  /**
   * Throws `not_found`, for every reason the same. Throws `rate_limited` after too many of these errors. `key`: the person or
   * the network address. `uid`: undefined for a person without an account.
   */
  async find(code: string, key: string, uid?: string): Promise<UsableInvite> {
    const { limits, read, now } = this.#options;
    return limits.limitFailures('invite_failures', key, () =>
      accessInvite(read, { uid, now: now() }, this.#codes.toId(code)),
    );
  }

  /** With the rooms that the actor may read. Only the creator gets the codes: a link can lead to other rooms, too. */
  async present(actor: Actor, invites: readonly StoredInvite[]): Promise<Invite[]> {
    const { read } = this.#options;
    const roomIds = [...new Set(invites.flatMap(invite => invite.roomIds))];
    const allowed = await accessRooms(read, actor, roomIds);
    const rooms = new Map((await readInviteRooms(read, [...allowed.keys()])).map(room => [room.id, room]));
    const people = await readPeopleByUid(
      read,
      invites.map(({ createdBy }) => createdBy),
    );
    return invites.flatMap(invite => {
      const createdBy = people.get(invite.createdBy);
      return createdBy ? [this.#presentOne(actor, invite, createdBy, rooms)] : [];
    });
  }

  #presentOne(
    { uid }: Actor,
    { id, roomIds, createdAt, expiresAt, maxUses, uses, guest, guestUntil }: StoredInvite,
    createdBy: Person,
    rooms: ReadonlyMap<string, InviteRoom>,
  ): Invite {
    const code = createdBy.uid === uid && { code: this.#codes.toCode(id) };
    const listed = roomIds.flatMap(roomId => rooms.get(roomId) ?? []);
    return {
      id,
      ...code,
      createdBy,
      rooms: listed,
      createdAt,
      expiresAt,
      maxUses,
      uses,
      ...(guest !== null && { guest: true }),
      ...(guestUntil !== null && { guestUntil }),
    };
  }
}

/** In the order of the ids, without deleted rooms. */
export async function readInviteRooms(db: Db, roomIds: readonly string[]): Promise<InviteRoom[]> {
  const rooms = new Map((await readListedRooms(db, roomIds)).map(room => [room.id, room]));
  return roomIds.flatMap(roomId => {
    const room = rooms.get(roomId);
    return room ? [{ id: room.id, ...(room.kind && { kind: room.kind }), name: room.name }] : [];
  });
}
