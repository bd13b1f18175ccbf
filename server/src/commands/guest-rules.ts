import { CommandError, type CommandName } from '@snug/protocol';

/** Guests create nothing but direct rooms, have no programs, and look after nothing. All other commands read only what they may know. */
const NEVER: ReadonlySet<CommandName> = new Set<CommandName>([
  'create_room',
  'set_pin',
  'create_invite',
  'create_token',
  'create_bot',
  'edit_bot',
  'create_webhook',
  'redeem_setup',
]);

/** Throws `forbidden` if guests may not call the command. */
export function assertGuestMayRun(command: CommandName): void {
  if (NEVER.has(command)) throw new CommandError('forbidden', "Guests can't do that");
}
