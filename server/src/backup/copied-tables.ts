import type { DatabaseSync } from 'node:sqlite';

/** The tables that move between the engines. Each row follows the rows that it references. */
const COPIED_TABLES = [
  'users',
  'accounts',
  'account_notices',
  'two_step',
  'recovery_codes',
  'passkeys',
  'people_names',
  'rooms',
  'room_activity',
  'room_incarnations',
  'room_names',
  'retention',
  'holds',
  'members',
  'default_levels',
  'blocks',
  'block_versions',
  'invites',
  'invite_rooms',
  'invite_uses',
  'files',
  'messages',
  'reactions',
  'mentions',
  'outside_mentions',
  'saved',
  'saved_versions',
  'reads',
  'own_conversations',
  'follow_versions',
  'reply_counts',
  'presence',
  'statuses',
  'notification_settings',
  'jobs',
  'workspace_admins',
  'suspensions',
  'settings',
  'logo_pictures',
  'emoji',
  'emoji_pictures',
  'import_people',
  'import_rooms',
  'audit',
  'reports',
  'account_deletions',
];

export const OMITTED_TABLES: Readonly<Record<string, string>> = {
  meta: 'copied by name: the epoch',
  sessions: 'a restore ends all sessions',
  tokens: 'a restore ends all tokens, because it would bring back revoked ones',
  token_rooms: 'a restore ends all tokens',
  push_devices: 'they end with their sessions',
  notify_rooms: 'a server begins at the end of each room',
  pushed: 'what the devices of ended sessions show',
  push_people: 'what waits for the devices of ended sessions',
  webhooks: 'a restore ends all outgoing webhooks, because it would bring back deleted ones',
  verifications: 'a restore ends unfinished sign-ins',
  nodes: 'the running servers on one database',
  one_time_links: 'they expire soon, and a restore ends them',
  used_challenges: 'they expire in minutes',
  setup_codes: 'the links of a server that nobody has set up yet',
  pending_publications: 'what other processes changed a moment ago',
  missed_mails: 'what a restored copy would send again',
  visits: 'the connections of these servers',
  rates: 'the rate limits of these servers',
  search_rooms: 'the index of the messages, which a server builds again',
  search_messages: 'the index of the messages, which a server builds again',
};

/** A row by column, with texts, numbers and nulls as SQLite has them. */
export type Row = Readonly<Record<string, string | number | null>>;

export interface CopiedTable {
  name: string;
  columns: readonly string[];
  keys: readonly string[];
}

export function describeTables(database: DatabaseSync): CopiedTable[] {
  const select = database.prepare('select "name", "pk" from pragma_table_info(?) order by "cid"');
  return COPIED_TABLES.map(table => {
    const columns = select.all(table).map(({ name, pk }) => ({ name: String(name), pk: Number(pk) }));
    const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    return { name: table, columns: columns.map(getName), keys: keys.map(getName) };
  });
}

export function quoteAll(names: readonly string[]): string {
  return names.map(name => `"${name}"`).join(', ');
}

function getName({ name }: { name: string }): string {
  return name;
}
