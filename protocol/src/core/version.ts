/**
 * The version of the protocol. The server closes connections of clients with another version, and they reload the page.
 *
 * 1: rooms and their admins, text messages, likes, catch-up.
 * 2: files, profiles, presence and linked accounts.
 * 3: the list of rooms in pages, its search, and summaries of the rooms that a client follows; every result has a bound.
 * 4: every command that names a message also names its room; reactions in place of likes; `room_caught_up`; standard names of
 *    topics, events, commands and errors.
 * 5: private and direct rooms, members, archived and deleted rooms.
 * 6: guests, emoji of the workspace.
 */
export const PROTOCOL_VERSION = 6;

/** The result of `GET /api/version`: the version of the server, and the oldest one of its clients. */
export interface ServerVersion {
  version: number;
  oldest: number;
}

/** From version 4 on, each version accepts the clients of the one before. */
const FIRST_COMPATIBLE_VERSION = 4;

export function createServerVersion(version: number): ServerVersion {
  return { version, oldest: Math.max(FIRST_COMPATIBLE_VERSION, version - 1) };
}

export const SERVER_VERSION = createServerVersion(PROTOCOL_VERSION);

/** Whether a server accepts a client of `version`. */
export function acceptsVersion({ version: newest, oldest }: ServerVersion, version: number): boolean {
  return Number.isSafeInteger(version) && version >= oldest && version <= newest;
}
