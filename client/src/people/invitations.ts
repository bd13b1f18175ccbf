import type { CommandArguments, CommandOutput, Invite, ListedRoom } from '@snug/protocol';
import type { Connection } from '../connection/connection.ts';

/** All methods reject with a `CommandError`. */
export class Invitations {
  readonly #connection: Pick<Connection, 'command'>;
  readonly #onJoin: (room: ListedRoom) => void;

  /** `onJoin`: called for each room that the person has joined. */
  constructor(connection: Pick<Connection, 'command'>, onJoin: (room: ListedRoom) => void) {
    this.#connection = connection;
    this.#onJoin = onJoin;
  }

  /** Idempotent: a repeated `id` creates no second invitation. */
  async create(input: CommandArguments<'create_invite'>): Promise<Invite> {
    return (await this.#connection.command('create_invite', input)).invite;
  }

  /** Those to the room: the own ones, or all if the person is one of its admins. The newest, at most 50, and fewer if they are long. */
  async list(roomId: string): Promise<Invite[]> {
    return (await this.#connection.command('list_invites', { roomId })).invites;
  }

  async revoke(id: string): Promise<void> {
    await this.#connection.command('revoke_invite', { id });
  }

  get(code: string): Promise<CommandOutput<'get_invite'>> {
    return this.#connection.command('get_invite', { code });
  }

  /** Joins the rooms of the invitation. */
  async redeem(code: string): Promise<ListedRoom[]> {
    const { rooms } = await this.#connection.command('redeem_invite', { code });
    for (const room of rooms) this.#onJoin(room);
    return rooms;
  }
}
