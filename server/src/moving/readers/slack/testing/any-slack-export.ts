import { type Arbitrary, array, boolean, constantFrom, integer, record } from 'fast-check';

/** Of a few seconds in three days, so that times, roots and answers meet. */
const anyTime = integer({ min: 0, max: 8 }).map(
  number => `${1_700_000_000 + (number % 3) * 86_400 + Math.floor(number / 3)}.000100`,
);
const anyUser = constantFrom('U1', 'U2', 'U3', 'U4', 'U9', 'USLACKBOT', '');
const anyFile = record({
  id: constantFrom('F1', 'F2', 'F3', ''),
  mode: constantFrom('hosted', 'external', 'tombstone', 'quip'),
  name: constantFrom('a.txt', '../b.txt', ''),
  url_private: constantFrom('https://files.example/a?t=xoxe-SECRET'),
});
const anyMessage = record(
  {
    type: constantFrom('message', 'message', 'message', 'other'),
    ts: anyTime,
    thread_ts: constantFrom(
      ...[0, 1, 2].map(day => `${1_700_000_000 + day * 86_400}.000100`),
      '9999999999.000000',
    ),
    user: anyUser,
    text: constantFrom(
      '',
      'words',
      '*bold* <@U2> <!here> :tada:',
      '&gt; quote\n```code```',
      'x'.repeat(21_000),
    ),
    subtype: constantFrom(
      'thread_broadcast',
      'tombstone',
      'channel_join',
      'bot_message',
      'me_message',
      'file_comment',
      'message_changed',
      'huddle_thread',
    ),
    files: array(anyFile, { maxLength: 3 }),
    file: anyFile,
    edited: record({ user: anyUser, ts: anyTime }),
    reactions: array(
      record({
        name: constantFrom('+1', 'wave::skin-tone-3', 'demo_bird', 'demo', 'lost'),
        users: array(anyUser, { maxLength: 3 }),
        count: integer({ min: 0, max: 4 }),
      }),
      { maxLength: 3 },
    ),
    pinned_to: constantFrom(['C1'], []),
    bot_id: constantFrom('B1'),
    username: constantFrom('Bridge'),
    parent_user_id: anyUser,
  },
  { requiredKeys: ['ts'] },
);
/** Answers to any message, also to answers. */
const anyAnswer = record({
  ts: anyTime,
  thread_ts: anyTime,
  user: anyUser,
  text: constantFrom('', 'answer'),
});
const anyItem = constantFrom<unknown>(null, 7, 'text', {}, { ts: 'never' }, { type: 'message', ts: [] });

const ROOMS = [
  [
    'channels.json',
    { id: 'C1', name: 'general', creator: 'U1', members: ['U1', 'U2', 'U3'], created: 1_600_000_000 },
  ],
  ['channels.json', { id: 'C2', name: 'old', members: null, created: '1', is_archived: true }],
  ['groups.json', { id: 'G1', name: 'plans', members: ['U1', 'U2'], creator: 'U2' }],
  ['dms.json', { id: 'D1', members: ['U1', 'U2'] }],
  ['dms.json', { id: 'D2', members: ['U1'] }],
  ['mpims.json', { id: 'M1', name: 'mpdm-1', members: ['U1', 'U2', 'U3'] }],
  ['mpims.json', { id: 'M2', name: 'mpdm-2', members: ['U3', 'U2', 'U1'] }],
] as const;
const FOLDERS = ['general', 'old', 'plans', 'D1', 'D2', 'mpdm-1', 'mpdm-2', 'deleted'];
const USERS = [
  {
    id: 'U1',
    team_id: 'T1',
    is_admin: true,
    profile: { real_name: 'Ann Example', email: 'ann@example.com' },
  },
  { id: 'U2', team_id: 'T1', is_restricted: true, profile: { real_name: 'Ben Example' } },
  { id: 'U3', team_id: 'T1', deleted: true, updated: 1_650_000_000, real_name: 'Cat Example' },
  { id: 'U4', team_id: 'T2', is_bot: true, profile: { real_name: 'Deploys', bot_id: 'B1' } },
  { id: 'U4', profile: null },
];

export interface SlackExport {
  /** JSON and texts by path. */
  files: Record<string, unknown>;
  /** Paths of the last day. */
  lastDay: string[];
}

/** Small exports, most of them with faults. */
export const anySlackExport: Arbitrary<SlackExport> = record({
  items: array(
    record({
      folder: constantFrom('general', 'general', 'general', 'general', 'mpdm-1', 'mpdm-2', ...FOLDERS),
      // Of three messages, one is an answer; broken items are few.
      item: constantFrom(0, 0, 0, 1, 1, 2).chain<unknown>(kind =>
        kind === 0 ? anyMessage : kind === 1 ? anyAnswer : anyItem,
      ),
    }),
    { minLength: 8, maxLength: 60 },
  ),
  pins: array(record({ id: anyTime, user: anyUser, created: constantFrom(0, 1_700_000_100) }), {
    maxLength: 3,
  }),
  isDayBroken: boolean(),
}).map(({ items, pins, isDayBroken }) => {
  const files: Record<string, unknown> = {
    'users.json': USERS,
    'index.json': {
      demo_bird: 'https://emoji.example/demo_bird.png',
      demo: 'alias:demo_bird',
      lost: 'alias:lost',
    },
    'emojis/demo_bird.png': 'no picture',
    '__uploads/F1/a.txt': 'one',
    'attachments/F2-b.txt': 'two',
  };
  for (const [list, room] of ROOMS) {
    const known = files[list];
    const entry = room.id === 'C1' ? { ...room, pins } : room;
    files[list] = [...(Array.isArray(known) ? known : []), entry];
  }
  for (const [path, messages] of Map.groupBy(items, ({ folder, item }) => `${folder}/${findDay(item)}.json`))
    files[path] = messages.map(({ item }) => item);
  if (isDayBroken) Object.assign(files, { 'plans/2023-11-13.json': '[{', 'plans/2023-11-12.json': {} });
  return { files, lastDay: Object.keys(files).filter(path => path.endsWith('2023-11-16.json')) };
});

function findDay(item: unknown): string {
  const seconds =
    typeof item === 'object' && item && 'ts' in item ? Number.parseFloat(String(item.ts)) : Number.NaN;
  return new Date((Number.isNaN(seconds) ? 1_700_000_000 : seconds) * 1000).toISOString().slice(0, 10);
}
