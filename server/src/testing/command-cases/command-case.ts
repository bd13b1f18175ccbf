import type { CommandArguments, CommandName } from '@snug/protocol';
import type { AccessRow } from '../access-matrix.ts';
import type { AccessClassName } from '../room-access-matrix.ts';
import type { TokenResults } from '../token-access.ts';
import type { InputSource } from './input-source.ts';

type Input<Name extends CommandName> = CommandArguments<Name> | Promise<CommandArguments<Name>>;

export interface CommandCase<Name extends CommandName = CommandName> {
  /** A valid input for the author or the admin. It changes something if the command can. */
  input: (source: InputSource) => Input<Name>;
  /** Applied to the setup's room, message or upload, or to the caller's own data. By default, everyone with a session. */
  people?: AccessRow;
  tokens: TokenResults;
  /** Absent: the command names no room. `anyone`: it reads or ends only what the caller has created. */
  room?: AccessClassName;
  /** The command changes the room or its members, or its result has only the newest messages or rooms. */
  needsNewRoom?: true;
  /** False: it concerns all rooms of a person. An access token for some rooms cannot run it, and for some commands no bot can. */
  isForBots?: false;
}

export type CommandCases = { readonly [Name in CommandName]?: CommandCase<Name> };
