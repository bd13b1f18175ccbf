import {
  type CommandArguments,
  type CommandOutput,
  type Event,
  type FindCursor,
  type InitialState,
  isRoomEvent,
  type Person,
  type ProviderId,
  type Room,
  type Session,
} from '@snug/protocol';
import { Arrivals } from './arrivals.ts';
import { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { Outbox } from './outbox.ts';
import { People } from './people.ts';
import { RoomStore } from './room.ts';
import { RoomCache } from './room-cache.ts';
import { RoomList } from './room-list.ts';
import { RoomPeopleStore } from './room-people.ts';
import { Store } from './store.ts';

/** Commands reject with a `CommandError`. Their changes arrive as events. */
export class Chat {
  readonly me = new Store<Person | undefined>(undefined);
  readonly connection: Connection;
  readonly people: People;
  readonly roomList: RoomList;
  readonly outbox: Outbox;
  readonly arrivals = new Arrivals(() => this.me.get()?.uid);

  readonly #environment: Environment;
  readonly #roomCache: RoomCache;
  readonly #rooms = new Map<string, RoomStore>();
  readonly #roomPeople = new Map<string, RoomPeopleStore>();
  #epoch: string | undefined;
  #stopOutbox: () => void = () => {};

  constructor(environment: Environment, uid: string) {
    this.#environment = environment;
    this.connection = new Connection(environment, uid);
    this.connection.onEvent = event => this.#apply(event);
    this.people = new People(environment, this.connection);
    this.roomList = new RoomList(environment, this.connection);
    this.#roomCache = new RoomCache(environment);
    this.roomList.onRowChange = ({ lastMessage }) => lastMessage && this.people.upsert(lastMessage.author);
    this.roomList.getOpenRoomIds = () => [...this.#rooms].filter(([, room]) => room.isOpen).map(([id]) => id);
    this.roomList.rooms.subscribe(() => this.#cacheList());
    this.roomList.summaries.subscribe(summary => this.arrivals.applySummary(summary));
    this.outbox = new Outbox(environment, this.connection, roomId => this.room(roomId).knownSeq);
  }

  /** Shows the state that the page was served with, until the server sends newer state. */
  showInitialState({ epoch, me, rooms, room }: InitialState): void {
    this.#epoch = epoch;
    this.#setMe(me);
    if (room) this.room(room.room.id).restore(room);
    this.roomList.restore(rooms);
  }

  start(): void {
    this.#stopOutbox = this.outbox.start();
    this.connection.start();
    void this.#restoreCache();
  }

  stop(): void {
    this.#roomCache.stop();
    this.connection.stop();
    this.#stopOutbox();
  }

  room(roomId: string): RoomStore {
    const known = this.#rooms.get(roomId);
    if (known) return known;
    const room = new RoomStore(roomId, this.#environment, this.connection, () => this.me.get()?.uid);
    let shown: Room | undefined;
    room.onLogChange = log => {
      // After a message, the list has a newer row than the room of the log.
      if (log.room !== shown) this.roomList.add(log.room);
      shown = log.room;
      this.outbox.confirm(roomId, log.seq, id => log.messages.some(message => message.id === id));
      for (const { author } of log.messages) this.people.upsert(author);
      if (room.isOpen) this.#cacheRoom(roomId, room);
    };
    room.onOpenChange = () => this.roomList.onOpenRoomsChange();
    this.#rooms.set(roomId, room);
    return room;
  }

  findOpenRoom(roomId: string): RoomStore | undefined {
    const room = this.#rooms.get(roomId);
    return room?.isOpen ? room : undefined;
  }

  /** Best match first. `after`: the `next` of the previous result. */
  async findRooms(text: string, after?: FindCursor): Promise<CommandOutput<'find_rooms'>> {
    return this.connection.command('find_rooms', { text, ...(after && { after }) });
  }

  getRoomPeople(roomId: string): RoomPeopleStore {
    const known = this.#roomPeople.get(roomId);
    if (known) return known;
    const { connection, people } = this;
    const store = new RoomPeopleStore({ roomId, environment: this.#environment, connection, people });
    this.#roomPeople.set(roomId, store);
    return store;
  }

  /** Idempotent: a repeated `id` creates no second room. */
  async createRoom(input: CommandArguments<'create_room'>): Promise<CommandOutput<'create_room'>['room']> {
    const { room } = await this.connection.command('create_room', input);
    this.roomList.add(room);
    return room;
  }

  async editRoom(input: CommandArguments<'edit_room'>): Promise<void> {
    await this.connection.command('edit_room', input);
  }

  async setAdmin(input: CommandArguments<'set_admin'>): Promise<void> {
    await this.connection.command('set_admin', input);
  }

  async setReaction(input: CommandArguments<'set_reaction'>): Promise<void> {
    await this.connection.command('set_reaction', input);
  }

  /** `fileLeft`: the server could not remove the bytes of the file yet. */
  async deleteMessage(roomId: string, messageId: string): Promise<{ fileLeft: boolean }> {
    const { fileLeft = false } = await this.connection.command('delete_message', { roomId, messageId });
    return { fileLeft };
  }

  async setNickname(name: string): Promise<void> {
    const { person } = await this.connection.command('set_nickname', { name });
    this.#setMe(person);
  }

  async setAvatar(fileId: string): Promise<void> {
    const { person } = await this.connection.command('set_avatar', { fileId });
    this.#setMe(person);
  }

  async listAccounts(): Promise<ProviderId[]> {
    const { accounts } = await this.connection.command('list_accounts', {});
    return accounts.map(({ provider }) => provider);
  }

  async unlinkAccount(provider: ProviderId): Promise<ProviderId[]> {
    const { accounts } = await this.connection.command('unlink_account', { provider });
    return accounts.map(({ provider }) => provider);
  }

  /** The current session comes first. */
  async listSessions(): Promise<Session[]> {
    const { sessions } = await this.connection.command('list_sessions', {});
    return sessions;
  }

  /** Ends the current session, too. */
  async signOutEverywhere(): Promise<void> {
    await this.connection.command('sign_out_everywhere', {});
  }

  newId(): string {
    return this.#environment.newId();
  }

  #apply(event: Event): void {
    if (event.type === 'connected') return this.#onConnected(event.epoch, event.me);
    if (event.type === 'heartbeat') {
      for (const [roomId, seq] of Object.entries(event.rooms)) this.room(roomId).onHeartbeat(seq);
      return;
    }
    if (event.type === 'resync') return this.#resync();
    this.roomList.apply(event);
    this.people.apply(event);
    if (event.type === 'profile_changed' && event.person.uid === this.me.get()?.uid)
      this.#setMe(event.person);
    if ('roomId' in event) this.getRoomPeople(event.roomId).apply(event);
    if (isRoomEvent(event) || event.type === 'room_caught_up') this.room(event.roomId).apply(event);
    this.arrivals.apply(event);
  }

  #onConnected(epoch: string, me: Person): void {
    if (this.#epoch !== undefined && this.#epoch !== epoch) {
      this.roomList.clear();
      this.people.clear();
      this.outbox.resendStored();
      this.#roomCache.clear();
      this.arrivals.clear();
      for (const room of this.#rooms.values()) room.clear();
    }
    this.#epoch = epoch;
    this.#setMe(me);
    for (const room of this.#rooms.values()) room.onReconnected();
    this.people.readAgain();
    this.roomList.onReconnected();
    for (const people of this.#roomPeople.values()) people.readAgain();
    this.outbox.resume();
  }

  /** Open rooms need nothing: the server fills their gaps. */
  #resync(): void {
    this.people.readAgain();
    this.roomList.resync();
    for (const people of this.#roomPeople.values()) people.readAgain();
  }

  #setMe(person: Person): void {
    this.me.set(this.people.upsert(person));
  }

  #cacheList(): void {
    const rooms = this.roomList.rooms.get();
    const epoch = this.#connectedEpoch;
    if (rooms && epoch !== undefined)
      this.#roomCache.putList(epoch, () => ({
        rooms,
        isFollowed: roomId => this.roomList.isFollowed(roomId),
      }));
  }

  #cacheRoom(roomId: string, room: RoomStore): void {
    const epoch = this.#connectedEpoch;
    if (epoch === undefined) return;
    this.#roomCache.putRoom(roomId, () => {
      const snapshot = room.snapshot();
      return snapshot && { epoch, ...snapshot };
    });
  }

  /** The epoch of the server; undefined without a connection, when nothing new needs caching. */
  get #connectedEpoch(): string | undefined {
    return this.connection.state.get().status === 'connected' ? this.#epoch : undefined;
  }

  async #restoreCache(): Promise<void> {
    const cached = await this.#roomCache.load();
    if (!cached?.list) return;
    this.#epoch ??= cached.list.epoch;
    const isCurrent = ({ epoch }: { epoch: string }) => epoch === this.#epoch;
    if (!isCurrent(cached.list)) return this.#roomCache.clear();
    for (const room of cached.rooms.filter(isCurrent)) this.room(room.room.id).restore(room);
    this.roomList.restore(cached.list.rooms);
  }
}
