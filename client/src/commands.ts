import type {
  CommandArguments,
  CommandOutput,
  FindCursor,
  ListedRoom,
  Member,
  Person,
  ProviderId,
  Room,
  Session,
} from '@snug/protocol';
import type { Connection } from './connection/connection.ts';
import type { RoomList } from './list/room-list.ts';

/** Commands whose changes arrive as events. They reject with a `CommandError`. */
export abstract class Commands {
  abstract readonly connection: Pick<Connection, 'command'>;
  abstract readonly roomList: Pick<RoomList, 'add'>;

  /** For a room that the person has created or joined. */
  abstract addOwn(room: ListedRoom | Room): void;
  protected abstract forget(roomIds: readonly string[]): void;
  protected abstract setMe(person: Person): void;

  /** Idempotent: a repeated `id` creates no second room. */
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

  async archiveRoom(input: CommandArguments<'archive_room'>): Promise<void> {
    const { room } = await this.connection.command('archive_room', input);
    this.roomList.add(room);
  }

  /** `name`: that of the room. Erases it for everyone. */
  async deleteRoom(roomId: string, name: string): Promise<void> {
    await this.connection.command('delete_room', { roomId, name });
    this.forget([roomId]);
  }

  async setNickname(name: string): Promise<void> {
    const { person } = await this.connection.command('set_nickname', { name });
    this.setMe(person);
  }

  async setAvatar(fileId: string): Promise<void> {
    const { person } = await this.connection.command('set_avatar', { fileId });
    this.setMe(person);
  }

  /** Best match first. `after`: the `next` of the previous result. */
  async findRooms(text: string, after?: FindCursor): Promise<CommandOutput<'find_rooms'>> {
    return this.connection.command('find_rooms', { text, ...(after && { after }) });
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

  /** Those who reacted with one emoji. `after`: the `next` of the previous result. */
  async getReactions(input: CommandArguments<'get_reactions'>): Promise<CommandOutput<'get_reactions'>> {
    return this.connection.command('get_reactions', input);
  }

  /** `fileLeft`: the server could not remove the bytes of the file yet. */
  async deleteMessage(roomId: string, messageId: string): Promise<{ fileLeft: boolean }> {
    const { fileLeft = false } = await this.connection.command('delete_message', { roomId, messageId });
    return { fileLeft };
  }

  async joinRoom(roomId: string): Promise<void> {
    await this.connection.command('join_room', { roomId });
  }

  async leaveRoom(roomId: string): Promise<void> {
    await this.connection.command('leave_room', { roomId });
  }

  async setMember(input: CommandArguments<'set_member'>): Promise<Member> {
    const { member } = await this.connection.command('set_member', input);
    return member;
  }

  async listMembers(input: CommandArguments<'list_members'>): Promise<CommandOutput<'list_members'>> {
    return this.connection.command('list_members', input);
  }

  async findPeople(input: CommandArguments<'find_people'>): Promise<CommandOutput<'find_people'>> {
    return this.connection.command('find_people', input);
  }

  async getMentions(input: CommandArguments<'get_mentions'>): Promise<CommandOutput<'get_mentions'>> {
    return this.connection.command('get_mentions', input);
  }

  async listAccounts(): Promise<ProviderId[]> {
    const { accounts } = await this.connection.command('list_accounts', {});
    return accounts.map(({ provider }) => provider);
  }

  async unlinkAccount(input: CommandArguments<'unlink_account'>): Promise<ProviderId[]> {
    const { accounts } = await this.connection.command('unlink_account', input);
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
}
