import type { ENTRIES } from './entries.ts';

type Entry = keyof typeof ENTRIES;

/** The entries that have the rows of a table. */
export const TABLE_PLACES: Readonly<Record<string, readonly Entry[]>> = {
  users: ['people.jsonl'],
  suspensions: ['people.jsonl'],
  workspace_admins: ['people.jsonl'],
  rooms: ['rooms.jsonl'],
  members: ['rooms.jsonl'],
  retention: ['rooms.jsonl', 'settings.json'],
  messages: ['rooms/<id>.jsonl'],
  reactions: ['rooms/<id>.jsonl'],
  files: ['files.jsonl'],
  emoji: ['emoji.jsonl'],
  emoji_pictures: ['files.jsonl'],
  logo_pictures: ['files.jsonl', 'settings.json'],
  settings: ['settings.json'],
  invites: ['invites.jsonl'],
  invite_uses: ['invites.jsonl'],
  audit: ['audit.jsonl'],
  reads: ['reads.jsonl'],
  own_conversations: ['follows.jsonl'],
  saved: ['saved.jsonl'],
  blocks: ['blocks.jsonl'],
  statuses: ['statuses.jsonl'],
  default_levels: ['levels.jsonl'],
};

const DERIVED = 'derives from other rows';
const SECRET = 'has secrets of people: they claim their accounts anew';
const OF_SERVERS = 'the state of the running servers';
const OF_DEVICES = 'of devices, which do not move';

/** Why an export has nothing of the other tables. */
export const OMITTED_TABLES: Readonly<Record<string, string>> = {
  accounts: SECRET,
  sessions: SECRET,
  verifications: SECRET,
  one_time_links: SECRET,
  two_step: SECRET,
  recovery_codes: SECRET,
  passkeys: SECRET,
  used_challenges: SECRET,
  setup_codes: SECRET,
  tokens: 'has secrets of programs',
  token_rooms: 'has secrets of programs',
  webhooks: 'sends to addresses with secrets, from the old server',
  account_notices: 'of changes to ways to sign in, which do not move',
  account_deletions: 'people whose rows are about to go',
  people_names: DERIVED,
  room_names: DERIVED,
  room_activity: DERIVED,
  mentions: DERIVED,
  reply_counts: DERIVED,
  invite_rooms: DERIVED,
  search_rooms: DERIVED,
  search_messages: DERIVED,
  room_incarnations: 'of the positions of clients, which begin anew',
  block_versions: 'of the positions of clients, which begin anew',
  saved_versions: 'of the positions of clients, which begin anew',
  follow_versions: 'of the positions of clients, which begin anew',
  outside_mentions: 'a limit of the last minutes',
  rates: 'a limit of the last minutes',
  holds: 'binds the server whose logs it keeps, and its members must not know of it',
  reports: 'copies of messages that only live until an admin has decided',
  presence: OF_SERVERS,
  notification_settings: 'each person chooses them with their devices',
  push_devices: OF_DEVICES,
  notify_rooms: OF_DEVICES,
  pushed: OF_DEVICES,
  push_people: OF_DEVICES,
  missed_mails: 'what the old server would send again',
  jobs: OF_SERVERS,
  nodes: OF_SERVERS,
  visits: OF_SERVERS,
  pending_publications: OF_SERVERS,
  meta: 'the history of the database; the manifest has its id',
  import_people: 'what an earlier import found in other archives',
  import_rooms: 'what an earlier import found in other archives',
};
