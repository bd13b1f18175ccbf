/** Characters are UTF-16 code units, as JavaScript and the browser's `maxlength` count them. */
export const MAX_TEXT_LENGTH = 10_000;
export const MAX_NAME_LENGTH = 80;
/** Of the text of a status. */
export const MAX_STATUS_LENGTH = 80;
/** The name of everyone who deleted their account. */
export const DELETED_ACCOUNT_NAME = 'Someone who left';
export const MAX_WORKSPACE_NAME_LENGTH = 50;
export const MAX_DESCRIPTION_LENGTH = 1_000;
/** Length of a message in the list of rooms, in Unicode characters; shorter if its row would be too large. */
export const MAX_PREVIEW_LENGTH = 200;
/** Largest row of the list of rooms, in bytes of JSON. */
export const MAX_ROW_BYTES = 1_500;
/** Most rows, and most bytes of them, in one page of the list. */
export const MAX_LISTED_ROOMS = 50;
export const MAX_LISTED_BYTES = 63_000;
/** Most rows, and most bytes, in one event of the list, of which there is one a second. */
export const MAX_LIST_EVENT_ROOMS = 20;
export const MAX_LIST_EVENT_BYTES = 8_000;
export const MAX_FOUND_ROOMS = 20;
export const MAX_FOUND_PEOPLE = 20;
/** Rooms of which one person is a member. */
export const MAX_JOINED_ROOMS = 1_000;
/** Rooms that one person marks as favourites. */
export const MAX_FAVOURITES = 100;
/** First messages of strangers that wait for one person. */
export const MAX_REQUESTS = 100;
/** People in a direct room, with oneself. */
export const MAX_DIRECT_PEOPLE = 9;
/** People whom one person blocks. */
export const MAX_BLOCKS = 1_000;
/** Members in one page. */
export const MAX_LISTED_MEMBERS = 100;
/** Rooms to which one invitation leads. */
export const MAX_INVITE_ROOMS = 10;
export const MAX_INVITE_USES = 100;
export const DEFAULT_INVITE_USES = 10;
/** Private rooms of one guest, and as many direct ones. */
export const MAX_GUEST_ROOMS = 100;
/** The latest end of the access of a guest, from now on. */
export const MAX_GUEST_DAYS = 365;
/** So many days before it, the guest and the person who invited them learn of the end. */
export const GUEST_WARNING_DAYS = 7;
export const MAX_LISTED_GUESTS = 20;
export const MAX_INVITE_DAYS = 30;
export const DEFAULT_INVITE_DAYS = 7;
/** Of one person. */
export const MAX_ACTIVE_INVITES = 100;
/** Invitations that one page examines. */
export const MAX_LISTED_INVITES = 50;
/** Entries of the audit log in one page. */
export const MAX_LISTED_AUDIT_ENTRIES = 50;
/** Of a rule for how long messages stay. */
export const MAX_KEEP_DAYS = 36_500;
/** Between the announcement of a shorter rule and its beginning, in ms. */
export const RETENTION_NOTICE_MS = 7 * 24 * 60 * 60_000;
/** Characters of a reason that an admin gives. */
export const MAX_REASON_LENGTH = 500;
/** Of one person. */
export const MAX_OPEN_REPORTS = 20;
/** Copies of one message. */
export const MAX_REPORTS_OF_MESSAGE = 10;
/** Reports in one page. */
export const MAX_LISTED_REPORTS = 20;
/** Open reports that are counted. */
export const MAX_COUNTED_REPORTS = 100;
/** An open report is erased after so many days. */
export const REPORT_DAYS = 30;
export const MAX_WORKSPACE_ADMINS = 100;
/** Servers on one database in a list. */
export const MAX_LISTED_NODES = 100;
/** Rows of a list for workspace admins in one page. */
export const MAX_LISTED_WORKSPACE_ROWS = 50;
/** Rooms in the list of those whose files take the most space. */
export const MAX_LARGEST_ROOMS = 20;
/** Unsent or deleted files that are counted. */
export const MAX_UNUSED_FILES = 10_000;
/** Members of a room that such a list counts. */
export const MAX_COUNTED_MEMBERS = 1_000;
export const MAX_COUNTED_DIRECT_ROOMS = 100_000;
/** Invitations that one page of that list examines, because expired ones stay for a while. */
export const MAX_EXAMINED_INVITES = 500;
/** Rooms whose summaries one connection subscribes to. */
export const MAX_WATCHED_SUMMARIES = 500;
export const MAX_WATCHED_SUMMARIES_PER_CALL = 100;
export const MAX_SUMMARY_CHANGES = 100;
/** The end of a ban or silence for good: the latest time that a `Date` has, in ms since 1970. */
export const FOREVER = 8_640_000_000_000_000;
/** Words of one person that notify them, and characters of one. */
export const MAX_ALERT_WORDS = 10;
export const MAX_ALERT_WORD_LENGTH = 50;
/** Of one account. */
export const MAX_NOTICES = 20;
/** Of one person. */
export const MAX_PASSKEYS = 10;
/** RFC 5321, 4.5.3.1.3. */
export const MAX_EMAIL_LENGTH = 254;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Start of a message's text in a reply to it, in Unicode characters. */
export const MAX_QUOTE_LENGTH = 200;
/** Unread messages of a room that are counted: this number means so many or more. */
export const MAX_UNREAD = 100;
/** A room with more unread messages opens at the first of them. */
export const MAX_UNREAD_AT_END = 15;
/** Rooms in one `get_unread`, and in one `set_reads`. */
export const MAX_COUNTED_ROOMS = 100;
export const MAX_SET_READS = 200;
/** Conversations that one person follows, and as many others in which they have read further than in the room. */
export const MAX_FOLLOWED = 1_000;
/** Conversations in one `get_follows`. */
export const MAX_FOLLOWED_IDS = 100;
/** In one page of followed conversations. */
export const MAX_LISTED_CONVERSATIONS = 20;
/** Followed conversations with something new that are listed without their messages. */
export const MAX_NEW_CONVERSATIONS = 100;
/** Read cursors of conversations beside that of their room. */
export const MAX_CONVERSATION_CURSORS = 50;
/** Messages of a conversation that are counted. */
export const MAX_COUNTED_REPLIES = 1_000;
/** Ranges of one message that mention somebody. */
export const MAX_MENTIONS = 50;
/** Of a mention, without its "@". */
export const MAX_MENTION_LENGTH = 80;
/** Members of a room in which everyone may mention everyone. In larger rooms, admins may. */
export const MAX_MEMBERS_TO_MENTION = 20;
/** Mentions by one author per hour of people who are not in the room. */
export const MAX_OUTSIDE_MENTIONS = 20;
/** In one page of mentions. */
export const MAX_LISTED_MENTIONS = 20;
/** Characters of the words of a search, and messages in one page of what it finds. */
export const MAX_SEARCH_LENGTH = 200;
export const MAX_FOUND_MESSAGES = 20;
/** Edits of a message that the server recognizes if they are repeated. */
export const MAX_EDIT_IDS = 8;

/** Largest file, in bytes, and unsent uploads of one person. */
export const DEFAULT_MAX_FILE_BYTES = 5_120_000;
export const MAX_UNSENT_FILES = 5;
/** Largest picture that the client previews before sending, in bytes. */
export const MAX_PREVIEW_BYTES = 5_242_880;
/** Of a picture in the page: a browser needs four bytes of memory for each pixel. Phones take photos of 108 megapixels. */
export const MAX_SHOWN_PIXELS = 120_000_000;
/** A browser holds several frames. */
export const MAX_ANIMATED_PIXELS = 32_000_000;
export const MAX_SHOWN_BYTES = 50_000_000;
export const MAX_FILE_NAME_LENGTH = 255;
export const MAX_PEAKS = 128;
/** Pinned messages of one room, and those in one page. */
export const MAX_PINS = 100;
export const MAX_LISTED_PINS = 50;
/** Messages that one person saves, and those in one page. */
export const MAX_SAVED = 5_000;
export const MAX_LISTED_SAVED = 20;
/** Messages in one `get_saved`. */
export const MAX_SAVED_IDS = 100;
export const MAX_LISTED_REMINDERS = 100;
/** Messages in one page of a room's files or links. */
export const MAX_LISTED_FILES = 50;
/** How long browsers cache a file or an avatar: 3 days. */
export const FILE_MAX_AGE_S = 259_200;
/** People whose changes one connection subscribes to. */
export const MAX_WATCHED_PEOPLE = 500;
/** Kinds of reactions to one message, besides the heart, with the emoji of the workspace. */
export const MAX_REACTION_KINDS = 20;
/** People in one page of those who reacted with one emoji. */
export const MAX_LISTED_REACTIONS = 20;
/** Longest text that a reaction's event repeats, in bytes of JSON. */
export const MAX_REPEATED_TEXT_BYTES = 2_048;
/** People in each part of a room's list of people, and in each part of one event about viewers. */
export const MAX_LISTED_PEOPLE = 200;
/** Rooms whose viewers one connection subscribes to. */
export const MAX_WATCHED_VIEWER_LISTS = 10;
/** Emoji of the workspace: pictures that are not deleted, and names, which stay for ever. */
export const MAX_EMOJI = 2_000;
export const MAX_EMOJI_NAMES = 10_000;
/** Of one picture, also those that were taken away. */
export const MAX_NAMES_OF_EMOJI = 20;
/** Names that one person adds in a day. A workspace admin adds a whole folder. */
export const MAX_EMOJI_A_DAY = 100;
export const MAX_ADMIN_EMOJI_A_DAY = 2_000;
/** Of an uploaded picture, and of the one that shows. */
export const MAX_EMOJI_UPLOAD_BYTES = 1_000_000;
export const MAX_EMOJI_BYTES = 64_000;
export const EMOJI_PX = 96;
export const MAX_EMOJI_FRAMES = 50;
/** A deleted picture goes after so many days. */
export const EMOJI_RESTORE_DAYS = 30;
/** Names in the state of a page, and their bytes of JSON. */
export const MAX_INITIAL_EMOJI = 50;
export const MAX_INITIAL_EMOJI_BYTES = 4_000;
/** In a room with more viewers, nobody sees who is typing. */
export const MAX_TYPING_VIEWERS = 50;
/** A client reports typing at most this often, and shows it for this time. */
export const TYPING_INTERVAL_MS = 3_000;
export const TYPING_TIMEOUT_MS = 5_000;

export const MAX_LISTED_SESSIONS = 100;
/** Of one person, with those of their bots. */
export const MAX_TOKENS = 50;
export const MAX_TOKEN_ROOMS = 20;
export const MAX_TOKEN_DAYS = 365;
export const DEFAULT_TOKEN_DAYS = 90;
/** Expired tokens are listed for so long, because their programs fail. */
export const EXPIRED_TOKEN_DAYS = 30;
export const MAX_BOTS = 20;
/** Outgoing ones of one person, and of one room. */
export const MAX_WEBHOOKS = 10;
export const MAX_ROOM_WEBHOOKS = 20;
/** Access tokens that name a room, in one page of its programs. */
export const MAX_LISTED_ROOM_TOKENS = 50;
export const MAX_WEBHOOK_URL_LENGTH = 2_048;
/** An outgoing webhook that fails for so long pauses. */
export const WEBHOOK_FAILING_DAYS = 3;
/** Of one person, with a push subscription. */
export const MAX_PUSH_DEVICES = 10;
export const MAX_PUSH_ENDPOINT_LENGTH = 2_048;
export const MAX_ADMINS = 100;

/** Messages in a page of history. */
export const PAGE_SIZE = 15;
export const MAX_PAGE_SIZE = 100;
/** Changed messages in one catch-up. If there are more, the result is a reset. */
export const MAX_CATCH_UP_MESSAGES = 150;
/** Bytes of JSON in one result, unless a single row is larger. */
export const MAX_RESULT_BYTES = 64 * 1024;
export const MAX_MINE_MESSAGES = 100;
/** Rooms that one connection has open. */
export const MAX_OPEN_ROOMS = 100;

/** Largest frame that the server accepts, in bytes. */
export const MAX_FRAME_BYTES = 64 * 1024;
/** Largest JSON body of a command over HTTP, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;

/** The server sends a frame on each connection at least this often. */
export const HEARTBEAT_INTERVAL_MS = 10_000;
/** A connection without frames for so long is dead, for either side. */
export const HEARTBEAT_TIMEOUT_MS = 25_000;
