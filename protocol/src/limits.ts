/** Characters are UTF-16 code units, as JavaScript and the browser's `maxlength` count them. */
export const MAX_TEXT_LENGTH = 10_000;
export const MAX_NAME_LENGTH = 80;
export const MAX_DESCRIPTION_LENGTH = 1_000;
/** How much of a message the list of rooms carries, in Unicode characters; less where the row would be too large. */
export const MAX_PREVIEW_LENGTH = 200;
/** Largest row of the list of rooms, in bytes of JSON. */
export const MAX_ROW_BYTES = 1_500;
/** Most rows, and most bytes of them, in one page of the list. */
export const MAX_LISTED_ROOMS = 50;
export const MAX_LISTED_BYTES = 63_000;
/** Most rows, and most bytes, in one event of the list, of which there is one a second. */
export const MAX_LIST_EVENT_ROOMS = 20;
export const MAX_LIST_EVENT_BYTES = 8_000;
/** Most rooms that one search answers with. */
export const MAX_FOUND_ROOMS = 20;
/** Most rooms whose summaries one connection receives, and most in one call. */
export const MAX_WATCHED_SUMMARIES = 500;
export const MAX_WATCHED_SUMMARIES_PER_CALL = 100;
/** Most changes that one summary names. */
export const MAX_SUMMARY_CHANGES = 100;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Largest file, in bytes, and how many of one person may wait to be sent. */
export const MAX_FILE_BYTES = 5_120_000;
export const MAX_UNSENT_FILES = 5;
/** Largest picture that is shown before it is sent, in bytes. */
export const MAX_PREVIEW_BYTES = 5_242_880;
export const MAX_FILE_NAME_LENGTH = 255;
/** Most values of a recording's waveform. */
export const MAX_PEAKS = 128;
/** How long a browser keeps a file or an avatar, in seconds: 3 days. */
export const FILE_MAX_AGE_S = 259_200;
/** Most people that one connection may watch. */
export const MAX_WATCHED_PEOPLE = 500;
/** Most emoji that people can react with to one message, beside the heart. */
export const MAX_REACTION_KINDS = 20;
/** Largest text, in bytes of JSON, that the event of a reaction repeats. */
export const MAX_REPEATED_TEXT_BYTES = 2_048;
/** Most people that each part of a room's list of people names, and that one event says have come or gone. */
export const MAX_LISTED_PEOPLE = 200;
/** Most rooms whose people one connection may watch. */
export const MAX_WATCHED_VIEWER_LISTS = 10;

/** Most sessions that a list of one's own names. */
export const MAX_LISTED_SESSIONS = 100;
/** Most admins of a room. */
export const MAX_ADMINS = 100;

/** Messages in a page of history. */
export const PAGE_SIZE = 15;
/** Most messages that one `get_messages` answers with. */
export const MAX_PAGE_SIZE = 100;
/** Most changed messages that one catch-up answers with; further behind than this is a reset. */
export const MAX_CATCH_UP_MESSAGES = 150;
/** Most bytes of JSON that one answer has, unless one row alone has more. */
export const MAX_RESULT_BYTES = 64 * 1024;
/** Most messages that one call of `get_mine` names. */
export const MAX_MINE_MESSAGES = 100;
/** Most rooms that one connection may have open. */
export const MAX_OPEN_ROOMS = 100;

/** Largest frame that the server accepts, in bytes. */
export const MAX_FRAME_BYTES = 64 * 1024;
/** Largest JSON body of a command over HTTP, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;

/** The server lets something be heard on each connection at least this often. */
export const HEARTBEAT_INTERVAL_MS = 10_000;
/** Silence on a connection for this long means that it is dead, for either side. */
export const HEARTBEAT_TIMEOUT_MS = 25_000;
