import type {
  CommandArguments,
  CommandOutput,
  FindCursor,
  Member,
  ProviderId,
  Session,
} from '@snug/protocol';
import type { Connection } from './connection.ts';

/** Commands whose changes arrive as events. They reject with a `CommandError`. */
export abstract class Commands {
  abstract readonly connection: Pick<Connection, 'command'>;

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
}
