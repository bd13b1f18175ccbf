/**
 * The number of the wire. A client of another version is told so and loads the page again.
 *
 * 1: rooms and their admins, text messages, likes, catch-up.
 */
export const PROTOCOL_VERSION = 1;
