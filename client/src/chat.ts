import {
  type CommandArguments,
  type CommandOutput,
  type Event,
  type EventOf,
  type EventType,
  type InitialState,
  isRoomEvent,
  type ListedRoom,
  type Person,
  type Room,
  type RoomEvent,
} from '@snug/protocol';
import type { Actions } from './actions/actions.ts';
import { Store } from './base/store.ts';
import { ChatCache } from './chat-cache.ts';
import { Connection } from './connection/connection.ts';
import { WorkspaceEmoji } from './emoji/workspace-emoji.ts';
import type { Environment } from './environment.ts';
import { followOptions } from './list/pending-options.ts';
import { RoomList } from './list/room-list.ts';
import type { Outbox } from './outbox/outbox.ts';
import { Blocks } from './people/blocks.ts';
import { People } from './people/people.ts';
import { Workspace } from './people/workspace.ts';
import { Queues } from './queues.ts';
import { createReadCursors, type ReadCursors } from './reads/read-cursors.ts';
import { Arrivals } from './rooms/arrivals.ts';
import { Memberships } from './rooms/memberships.ts';
import { RoomStore } from './rooms/room.ts';
import { RoomCache } from './rooms/room-cache.ts';
import type { RoomLog } from './rooms/room-log.ts';
import { RoomPeopleStore } from './rooms/room-people.ts';
import { RoomStores } from './rooms/room-stores.ts';
import { StaleCopies } from './rooms/stale-copies.ts';
import { Trims } from './rooms/trims.ts';

type EventEffects = { [Type in EventType]: (chat: Chat, event: EventOf<Type>) => void };

/** What one person sees. Commands that change nothing here by themselves are sent with `connection.command`. */
export class Chat {
  /** What each event changes, in this order. */
  static readonly #EVENT_EFFECTS: EventEffects = {
    connected: (chat, event) => chat.#onConnected(event),
    heartbeat: (chat, { rooms }) => {
      for (const [roomId, seq] of Object.entries(rooms)) chat.#rooms.find(roomId)?.onHeartbeat(seq);
    },
    resync: chat => chat.#resync(),

    message_sent: (chat, event) => chat.#applyStep(event),
    message_edited: (chat, event) => chat.#applyStep(event),
    message_deleted: (chat, event) => chat.#applyStep(event),
    message_reacted: (chat, event) => chat.#applyStep(event),
    message_pinned: (chat, event) => chat.#applyStep(event),
    room_edited: (chat, event) => chat.#applyStep(event),
    admin_changed: (chat, event) => chat.#applyStep(event),
    member_changed: (chat, event) => {
      chat.#applyStep(event);
      if (!event.canRead && chat.#isMe(event.uid)) chat.#forget([event.roomId]);
    },
    room_trimmed: (chat, event) => chat.#applyStep(event),
    room_deleted: (chat, event) => {
      chat.#applyStep(event);
      chat.#forget([event.roomId]);
    },
    room_caught_up: (chat, event) => {
      chat.#rooms.find(event.roomId)?.apply(event);
      chat.#applyArrivals(event);
    },

    room_summary: ({ roomList }, event) => roomList.apply(event),
    list_changed: ({ roomList }, event) => roomList.apply(event),
    membership_changed: (chat, event) => {
      chat.cursors.apply(event);
      chat.#applyMembership(event);
    },
    read_moved: ({ cursors }, event) => cursors.apply(event),
    mention_changed: (chat, event) => {
      chat.cursors.apply(event);
      chat.#applyArrivals(event);
    },

    viewer_count: (chat, event) => chat.getRoomPeople(event.roomId).apply(event),
    viewers_changed: (chat, event) => chat.getRoomPeople(event.roomId).apply(event),
    profile_changed: (chat, event) => chat.#applyProfile(event),
    presence_changed: ({ people }, event) => people.apply(event),
    notification_settings_changed: ({ memberships }, { settings }) =>
      memberships.setDefaultLevel(settings.level),
    block_changed: ({ blocks }, event) => blocks.apply(event),
    workspace_changed: ({ workspace }, { settings }) => workspace.put(settings),
    emoji_changed: ({ emoji }, event) => emoji.apply(event),

    // Parts that the page loads on first use follow `connection.events`.
    saved_changed: () => {},
    conversation_changed: () => {},
    typing: () => {},
    notice_added: () => {},
    push_devices_changed: () => {},
    // Servers act on these, and close the connection.
    session_ended: () => {},
    guest_changed: () => {},
  };

  readonly me = new Store<Person | undefined>(undefined);
  readonly connection: Connection;
  readonly people: People;
  readonly memberships: Memberships;
  readonly roomList: RoomList;
  readonly outbox: Outbox;
  readonly actions: Actions;
  /** The people whom this person has blocked. */
  readonly blocks: Blocks;
  readonly workspace = new Workspace();
  readonly emoji: WorkspaceEmoji;
  /** Whether this server has no search in messages. */
  readonly isSearchOff = new Store(false);
  /** Whether it sends no pushes to devices. */
  readonly isPushOff = new Store(false);
  readonly newId = (): string => this.#environment.newId();
  /** Of the data of the server; undefined before the first connection. */
  readonly getEpoch = (): string | undefined => this.#epoch;
  readonly cursors: ReadCursors;
  readonly #trims = new Trims();
  /** The messages of a room below a seq are gone. Also the first time that this client learns of it. */
  readonly trimmed = this.#trims.trimmed;
  readonly listTrims = () => this.#trims.list();
  readonly arrivals = new Arrivals(uid => this.#isMe(uid) || this.blocks.get().has(uid));

  readonly #environment: Environment;
  readonly #queues: Queues;
  readonly #roomCache: RoomCache;
  readonly #cache: ChatCache;
  readonly #rooms: RoomStores;
  readonly #staleCopies: StaleCopies;
  #epoch: string | undefined;
  #stopQueues: () => void = () => {};

  constructor(environment: Environment, uid: string) {
    this.#environment = environment;
    const connection = new Connection(environment, uid, event => this.#apply(event));
    this.connection = connection;
    this.people = new People(environment, connection);
    this.blocks = new Blocks(environment, connection);
    this.emoji = new WorkspaceEmoji({ environment, connection, getEpoch: this.getEpoch });
    this.#rooms = new RoomStores({
      create: roomId => this.#createRoomStore(roomId),
      createPeople: roomId => new RoomPeopleStore({ roomId, environment, connection, people: this.people }),
      // Without a connection, a forgotten room cannot be read again.
      isNeeded: roomId => connection.state.get().status !== 'connected' || this.#queues.has(roomId),
    });
    this.memberships = new Memberships({
      environment,
      connection,
      onRead: hasRequests => this.#onJoinedRead(hasRequests),
    });
    this.roomList = new RoomList({
      environment,
      connection,
      memberships: this.memberships,
      getOpenRoomIds: () => this.#rooms.openIds,
      getCountedSeq: roomId => this.cursors.get(roomId)?.seq,
      onRowChange: row => this.#onRowChange(row),
      onReads: reads => this.cursors.putAll(reads),
      onMissing: roomIds => this.#forget(roomIds),
    });
    this.#queues = new Queues(environment, connection, roomId => this.#rooms.find(roomId));
    ({ outbox: this.outbox, actions: this.actions } = this.#queues);
    this.cursors = createReadCursors(this, {
      environment,
      getEpoch: this.getEpoch,
      getMe: () => this.me.get()?.uid,
      findLog: roomId => this.findOpenRoom(roomId)?.view.get().log,
    });
    this.#roomCache = new RoomCache(environment);
    this.#cache = new ChatCache({
      cache: this.#roomCache,
      roomList: this.roomList,
      memberships: this.memberships,
      blocks: this.blocks,
      cursors: this.cursors,
      getMaxFileBytes: () => this.outbox.maxFileBytes.get(),
      getEpoch: () => (connection.state.get().status === 'connected' ? this.#epoch : undefined),
    });
    this.#staleCopies = new StaleCopies(environment, roomId => this.#refreshCopy(roomId));
    this.#followParts();
  }

  #followParts(): void {
    for (const store of [this.roomList.rooms, this.blocks, this.memberships.options])
      store.subscribe(() => this.#cache.putList());
    followOptions(this.actions, this.memberships);
    this.trimmed.subscribe(({ roomId, before }) => this.#onTrimmed(roomId, before));
    this.roomList.summaries.subscribe(summary => {
      this.arrivals.applySummary(summary);
      this.cursors.applySummary(summary);
      if (summary.changes.some(({ kind }) => kind === 'deleted')) this.#staleCopies.add([summary.room.id]);
    });
  }

  /** An open or closed room shows nothing below it any more, and neither does its copy in this browser. */
  #onTrimmed(roomId: string, before: number): void {
    this.#rooms.find(roomId)?.trim(before);
    this.#roomCache.trimRoom(roomId, before);
    this.outbox.dropReplies(roomId, before);
  }

  /** Shows the state that the page was served with, until the server sends newer state. */
  showInitialState(state: InitialState): void {
    const { epoch, me, workspace, rooms, joined, blocked = [], room } = state;
    this.#epoch = epoch;
    this.#applyFeatures(state);
    this.#setMe(me);
    if (workspace) this.workspace.put(workspace);
    this.emoji.restore(state.emoji);
    this.blocks.restore(blocked);
    if (joined) this.memberships.restore(joined);
    if (room) this.room(room.room.id).restore({ replies: {}, ...room });
    if (room?.read) this.cursors.put(room.room.id, room.read);
    this.roomList.restore(rooms);
  }

  start(): void {
    this.#stopQueues = this.#queues.start();
    this.connection.start();
    this.emoji.start();
    void this.#restoreCache();
  }

  stop(): void {
    this.#roomCache.stop();
    this.connection.stop();
    this.#stopQueues();
  }

  room(roomId: string): RoomStore {
    return this.#rooms.get(roomId);
  }

  /** What it has of the rooms' messages, without the server. */
  get logs(): RoomLog[] {
    return this.#rooms.logs;
  }

  findOpenRoom(roomId: string): RoomStore | undefined {
    return this.#rooms.findOpen(roomId);
  }

  getRoomPeople(roomId: string): RoomPeopleStore {
    return this.#rooms.getPeople(roomId);
  }

  /** Idempotent: a repeated `id` creates no second room. Rejects with a `CommandError`, as do the others below. */
  async createRoom(input: CommandArguments<'create_room'>): Promise<CommandOutput<'create_room'>['room']> {
    const { room } = await this.connection.command('create_room', input);
    this.addOwn(room);
    return room;
  }

  /** `uids`: the other people; none for notes to oneself. */
  async openDirect(uids: readonly string[]): Promise<ListedRoom> {
    const { room } = await this.connection.command('open_direct', { uids: [...uids] });
    this.addOwn(room);
    return room;
  }

  /** For a room that the person has created or joined. */
  addOwn(room: ListedRoom | Room): void {
    this.memberships.setJoined(room.id, true);
    this.roomList.add(room);
  }

  async archiveRoom(input: CommandArguments<'archive_room'>): Promise<void> {
    const { room } = await this.connection.command('archive_room', input);
    this.roomList.add(room);
  }

  /** `name`: that of the room. Erases it for everyone. */
  async deleteRoom(roomId: string, name: string): Promise<void> {
    await this.connection.command('delete_room', { roomId, name });
    this.#forget([roomId]);
  }

  async setNickname(name: string): Promise<void> {
    const { person } = await this.connection.command('set_nickname', { name });
    this.#setMe(person);
  }

  async setAvatar(fileId: string): Promise<void> {
    const { person } = await this.connection.command('set_avatar', { fileId });
    this.#setMe(person);
  }

  #createRoomStore(roomId: string): RoomStore {
    let shown: Room | undefined;
    const room: RoomStore = new RoomStore({
      roomId,
      environment: this.#environment,
      connection: this.connection,
      getMe: () => this.me.get()?.uid,
      getBlocked: this.blocks.get,
      getTrimmedBefore: () => this.#trims.get(roomId),
      onLogChange: log => {
        const latest = this.memberships.get(roomId);
        if (latest && latest.version > (log.membership?.version ?? -1)) return room.applyMembership(latest);
        this.memberships.applyLog(roomId, log);
        // After a message, the list has a newer row than the room of the log.
        if (log.room !== shown) this.roomList.add(log.room);
        shown = log.room;
        this.#trims.note(log.room);
        this.#queues.confirm(roomId, log);
        this.people.upsertShown(log.messages);
        this.cursors.applyLog(roomId, log);
        if (room.isOpen || !room.view.get().isCached) this.#cache.putRoom(roomId, room);
        if (!room.isOpen) this.#rooms.onUnused(roomId);
      },
      onOpenChange: () => {
        this.roomList.onOpenRoomsChange();
        if (!room.isOpen) this.#rooms.onUnused(roomId);
        else if (room.isForgotten) void this.#restoreRoom(room, roomId);
      },
      onRead: read => this.cursors.put(roomId, read),
      onMissing: () => this.#forget([roomId]),
    });
    return room;
  }

  #apply(event: Event): void {
    // A later server has other types.
    const effects = Chat.#EVENT_EFFECTS[event.type] as ((chat: Chat, event: Event) => void) | undefined;
    if (effects) effects(this, event);
    else if (isRoomEvent(event)) this.#applyStep(event);
  }

  /** A change of a room's log. */
  #applyStep(event: RoomEvent): void {
    this.cursors.apply(event);
    this.roomList.apply(event);
    this.#rooms.findPeople(event.roomId)?.apply(event);
    this.#rooms.find(event.roomId)?.apply(event);
    this.#applyArrivals(event);
  }

  #applyArrivals(event: RoomEvent | EventOf<'room_caught_up' | 'mention_changed'>): void {
    if (!this.memberships.isRequest(event.roomId)) this.arrivals.apply(event);
  }

  #applyProfile(event: EventOf<'profile_changed'>): void {
    this.people.apply(event);
    if (this.#isMe(event.person.uid)) this.#setMe(event.person);
  }

  #isMe(uid: string): boolean {
    return uid === this.me.get()?.uid;
  }

  #applyMembership({ roomId, membership, room }: EventOf<'membership_changed'>): void {
    const wasJoined = this.memberships.isJoined(roomId);
    if (!this.memberships.apply(roomId, membership)) return;
    // An open room that they declined is one of the other rooms.
    const isGone = room ? membership.request === 'declined' && room.kind !== undefined : !membership.role;
    if (room && !isGone) this.roomList.add(room);
    if (membership.role && !wasJoined) this.roomList.followAgain(roomId);
    this.#rooms.find(roomId)?.applyMembership(membership, room !== undefined);
    if (isGone) this.#forget([roomId]);
  }

  /** A former member keeps no copy. */
  #forget(roomIds: readonly string[]): void {
    this.roomList.remove(roomIds);
    for (const roomId of roomIds) {
      this.cursors.remove(roomId);
      this.#rooms.find(roomId)?.drop();
      this.#roomCache.removeRoom(roomId);
    }
  }

  /** An open room knows by itself whether this person may read it. */
  #onJoinedRead(hasRequests: boolean): void {
    const known = [
      ...(this.roomList.rooms.get() ?? []),
      ...this.#rooms.closed.flatMap(({ room }) => room ?? []),
    ];
    const former = known.filter(({ id, kind }) => kind && !this.memberships.isJoined(id));
    if (former.length > 0) this.#forget(former.map(({ id }) => id));
    this.cursors.removeLeft();
    this.#rooms.onJoinedRead(roomId => this.memberships.isJoined(roomId));
    this.roomList.onJoinedRead(hasRequests);
  }

  #onConnected(event: EventOf<'connected'>): void {
    const { epoch, me, maxFileBytes } = event;
    if (this.#epoch !== undefined && this.#epoch !== epoch) {
      const { memberships, blocks, workspace, emoji, cursors, roomList, people } = this;
      for (const part of [memberships, blocks, workspace, emoji, cursors, roomList, people]) part.clear();
      this.#queues.onNewEpoch();
      this.#roomCache.clear();
      this.arrivals.clear();
      this.#trims.clear();
      this.#rooms.clear();
    }
    this.#epoch = epoch;
    this.#applyFeatures(event);
    this.#setMe(me);
    this.#rooms.onReconnected();
    this.#readAgain();
    this.roomList.onReconnected();
    this.#queues.resume(maxFileBytes);
    this.#staleCopies.add(this.#rooms.copyIds);
  }

  #applyFeatures({ isSearchOff, isPushOff }: InitialState | EventOf<'connected'>): void {
    this.isSearchOff.set(isSearchOff === true);
    this.isPushOff.set(isPushOff === true);
  }

  /** Open rooms need nothing: the server fills their gaps. */
  #resync(): void {
    this.#readAgain();
    this.roomList.resync();
  }

  #readAgain(): void {
    const { people, memberships, blocks, emoji, cursors } = this;
    for (const part of [people, memberships, blocks, emoji, cursors]) part.readAgain();
    this.#rooms.readPeopleAgain();
  }

  #onRowChange(row: ListedRoom): void {
    this.#trims.note(row);
    this.#showPeople(row);
  }

  #showPeople({ lastMessage, people = [] }: ListedRoom): void {
    for (const person of people) this.people.upsert(person);
    if (lastMessage) this.people.upsert(lastMessage.author);
  }

  #setMe(person: Person): void {
    this.me.set(this.people.upsert(person));
  }

  #refreshCopy(roomId: string): void {
    const room = this.#rooms.find(roomId);
    const log = room?.view.get().log;
    if (log && (this.roomList.getRow(roomId)?.seq ?? log.seq + 1) > log.seq) room.prefetch();
  }

  async #restoreRoom(room: RoomStore, roomId: string): Promise<void> {
    const copy = await this.#roomCache.loadRoom(roomId);
    // Meanwhile the server may have sent the room, or forbidden it.
    if (copy && room.isForgotten && copy.epoch === this.#epoch) room.restore(copy);
  }

  async #restoreCache(): Promise<void> {
    const cached = await this.#roomCache.load();
    if (!cached?.list) return;
    this.#epoch ??= cached.list.epoch;
    const isCurrent = ({ epoch }: { epoch: string }) => epoch === this.#epoch;
    if (!isCurrent(cached.list)) return this.#roomCache.clear();
    if (cached.list.joined) this.memberships.restore(cached.list.joined);
    this.blocks.restore(cached.list.blocked ?? []);
    this.outbox.restoreMaxFileBytes(cached.list.maxFileBytes);
    for (const room of cached.rooms.filter(isCurrent)) this.room(room.room.id).restore(room);
    this.roomList.restore(cached.list.rooms);
    this.#staleCopies.add(this.#rooms.copyIds);
  }
}
