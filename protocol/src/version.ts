/**
 * The number of the wire. A client of another version is told so and loads the page again.
 *
 * 1: rooms and their admins, text messages, likes, catch-up.
 * 2: files, profiles, presence and linked accounts.
 * 3: the list of rooms in pages, its search, and summaries of the rooms that a client follows; every answer has a bound.
 * 4: every command that names a message names its room, too; reactions in place of likes; `room_caught_up`; standard names of topics,
 *    events, commands and errors.
 */
export const PROTOCOL_VERSION = 4;
