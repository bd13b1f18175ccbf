import type { ListedRoom } from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Memberships } from '../rooms/memberships.ts';

type Rows = readonly ListedRoom[];

/** As shown. */
export interface RoomParts {
  /** Favourites come first. Without hidden rooms that are not open. */
  own: Rows | undefined;
  other: Rows | undefined;
}

type PartMemberships = Pick<Memberships, 'isJoined' | 'isRequest' | 'joinedRoomIds' | 'options'>;

/** The rows of the list of rooms: those of this person's rooms, and other open rooms. */
export class ListParts {
  /** All of them. Undefined until the first page is known. */
  readonly rooms = new Store<Rows | undefined>(undefined);
  /** Undefined until the joined rooms are known. */
  readonly own = new Store<Rows | undefined>(undefined);
  /** All open rooms until then. */
  readonly other = new Store<Rows | undefined>(undefined);
  /** Rooms that strangers added this person to, and direct rooms with a message, until this person answers. */
  readonly requests = new Store<Rows>([]);
  /** Both at once: each room is in one of them. */
  readonly both = new Store<RoomParts>({ own: undefined, other: undefined });

  readonly #memberships: PartMemberships;
  readonly #shownOwn = new Store<Rows | undefined>(undefined);

  constructor(memberships: PartMemberships) {
    this.#memberships = memberships;
  }

  readonly isOwn = ({ id }: ListedRoom): boolean =>
    this.#memberships.isJoined(id) && !this.#memberships.isRequest(id);

  readonly isWaiting = ({ id }: ListedRoom): boolean =>
    this.#memberships.options.get().get(id)?.request === 'waiting';

  readonly isOther = ({ id, kind }: ListedRoom): boolean => !kind && !this.#memberships.isJoined(id);

  /** Only members see a room that is not open. */
  isVisible({ id, kind }: ListedRoom): boolean {
    return !kind || !this.#memberships.joinedRoomIds.get() || this.#memberships.isJoined(id);
  }

  publish(all: Rows, openRoomIds: readonly string[]): void {
    const isKnown = this.#memberships.joinedRoomIds.get() !== undefined;
    const own = isKnown ? all.filter(this.isOwn) : undefined;
    setRows(this.own, own);
    setRows(
      this.#shownOwn,
      own && this.favouritesFirst(own).filter(room => openRoomIds.includes(room.id) || !this.#isHidden(room)),
    );
    setRows(this.other, all.filter(this.isOther));
    setRows(
      this.requests,
      all.filter(room => (room.lastMessage || room.kind !== 'direct') && this.isWaiting(room)),
    );
    this.#publishBoth();
    this.rooms.set(all);
  }

  favouritesFirst(own: Rows): Rows {
    const options = this.#memberships.options.get();
    const isFavourite = ({ id }: ListedRoom) => options.get(id)?.favourite === true;
    return [...own.filter(isFavourite), ...own.filter(room => !isFavourite(room))];
  }

  #isHidden({ id, lastMessage }: ListedRoom): boolean {
    return (lastMessage?.seq ?? 0) <= (this.#memberships.options.get().get(id)?.hiddenSeq ?? -1);
  }

  clear(): void {
    for (const store of [this.rooms, this.own, this.#shownOwn, this.other]) store.set(undefined);
    this.requests.set([]);
    this.#publishBoth();
  }

  #publishBoth(): void {
    const [own, other] = [this.#shownOwn.get(), this.other.get()];
    const shown = this.both.get();
    if (own !== shown.own || other !== shown.other) this.both.set({ own, other });
  }
}

/** A change in one part does not render the other one again. */
function setRows<Value extends Rows | undefined>(store: Store<Value>, rows: Value): void {
  const shown = store.get();
  const isSame = rows?.length === shown?.length && rows?.every((room, index) => room === shown?.[index]);
  if (!isSame || !rows) store.set(rows);
}
