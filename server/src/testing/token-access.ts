import type { ErrorCode } from '@snug/protocol';

/** `nothing`: the result is a success, but nothing has changed. */
export type AccessResult = 'ok' | 'nothing' | ErrorCode;

/**
 * The results of access tokens. `bot`: of the author, for the setup's room only. `botElsewhere`: the same, for another room only.
 * `adminToken`: of the workspace admin, for all rooms.
 */
export type TokenResults = readonly [bot: AccessResult, botElsewhere: AccessResult, adminToken: AccessResult];

export const NEVER: TokenResults = ['forbidden', 'forbidden', 'forbidden'];
export const FOR_ALL_ROOMS: TokenResults = ['forbidden', 'forbidden', 'ok'];
export const ANYWHERE: TokenResults = ['ok', 'ok', 'ok'];
export const IN_ROOM: TokenResults = ['ok', 'not_found', 'ok'];
/** The input names a new room, which neither of the bots may read. */
export const IN_NEW_ROOM: TokenResults = ['not_found', 'not_found', 'ok'];
/** A token has no rights of a workspace admin. */
export const AS_ADMIN: TokenResults = ['forbidden', 'not_found', 'forbidden'];
export const AS_ADMIN_OF_NEW_ROOM: TokenResults = ['not_found', 'not_found', 'forbidden'];
