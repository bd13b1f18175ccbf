import { CommandError } from '@snug/protocol';
import type { Caller } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { type FixedSettings, readSetting } from './settings/settings.ts';
import { isActiveWorkspaceAdmin } from './workspace-admin-store.ts';

const CREATIONS = {
  open_rooms: 'create open rooms',
  bots: 'create bots and webhooks',
  guests: 'invite guests',
  emoji: 'add emoji',
} as const;

/** The audit log and everything else at `/admin`, for workspace admins. Throws `forbidden`. */
export async function accessWorkspace(db: Db, caller: Caller): Promise<void> {
  if (!(await hasWorkspaceRights(db, caller)))
    throw new CommandError('forbidden', 'Only a workspace admin can do that');
}

/** To create an open room, a bot or a webhook, to invite guests or to add an emoji, if the workspace leaves that to its admins. Throws `forbidden`. */
export async function accessCreation(
  db: Db,
  caller: Caller,
  name: keyof typeof CREATIONS,
  fixed: FixedSettings,
): Promise<void> {
  if ((await readSetting(db, fixed, name)) === 'everyone' || (await hasWorkspaceRights(db, caller))) return;
  throw new CommandError('forbidden', `Only a workspace admin can ${CREATIONS[name]} here`);
}

/**
 * An access token has none of these rights, because programs leak. A suspension ends the sessions of its person, but not a command that
 * waits for a lock: two admins could suspend each other.
 */
export async function hasWorkspaceRights(db: Db, { uid, scope }: Caller): Promise<boolean> {
  return scope === undefined && (await isActiveWorkspaceAdmin(db, uid));
}
