/**
 * The version of the protocol. The server closes connections of clients with another version, and they reload the page.
 *
 * 1: rooms and their admins, text messages, likes, catch-up.
 * 2: files, profiles, presence and linked accounts.
 * 3: the list of rooms in pages, its search, and summaries of the rooms that a client follows; every result has a bound.
 * 4: every command that names a message also names its room; reactions in place of likes; `room_caught_up`; standard names of
 *    topics, events, commands and errors.
 */
export const PROTOCOL_VERSION = 4;
