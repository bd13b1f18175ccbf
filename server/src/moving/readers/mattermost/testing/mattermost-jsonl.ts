import type { Archive } from '../../../archive/archive.ts';
import { openFiles } from '../../testing/open-files.ts';

export const BEGIN_MS = Date.UTC(2026, 5, 24, 12);

export function createLine(type: string, value: object): string {
  return JSON.stringify({ type, [type]: value });
}

/** A minute after the one before it. */
export function createPost(n: number, message: string, more: object = {}) {
  return { user: 'ann', message, create_at: BEGIN_MS + n * 60_000, replies: null, reactions: null, ...more };
}

const inTown = { team: 'crew', channel: 'town' };

export const LISTS = [
  JSON.stringify({ type: 'version', version: 1, info: { generator: 'mattermost-server' } }),
  createLine('team', { name: 'crew', display_name: 'The Crew', type: 'I' }),
  createLine('team', { name: 'guild', display_name: 'The Guild', type: 'I' }),
  createLine('channel', {
    team: 'crew',
    name: 'town',
    display_name: 'Town',
    type: 'O',
    header: 'A header',
    purpose: 'A purpose',
  }),
  createLine('channel', {
    team: 'guild',
    name: 'town',
    display_name: 'Town',
    type: 'O',
    header: '',
    purpose: '',
  }),
  createLine('channel', {
    team: 'crew',
    name: 'gone',
    display_name: 'Gone',
    type: 'P',
    deleted_at: BEGIN_MS,
  }),
  createLine('user', {
    username: 'ann',
    email: 'Ann@Example.com',
    first_name: 'Ann',
    last_name: 'Example',
    nickname: '',
    roles: 'system_admin system_user',
    profile_image: 'profile/ann.png',
    teams: [
      {
        name: 'crew',
        channels: [
          { name: 'town', roles: 'channel_admin channel_user', favorite: true, last_viewed_at: BEGIN_MS },
          { name: 'gone', roles: 'channel_user' },
          { name: 'nowhere', roles: 'channel_user' },
        ],
      },
    ],
  }),
  createLine('user', {
    username: 'ben',
    email: 'ben@example.com',
    roles: 'system_user',
    delete_at: BEGIN_MS,
    teams: [{ name: 'crew', channels: [{ name: 'town', roles: 'channel_user' }] }],
  }),
  createLine('user', {
    username: 'gil',
    email: 'gil@example.com',
    nickname: 'Gil',
    roles: 'system_guest',
    teams: null,
  }),
  createLine('bot', { username: 'hook', display_name: 'Hook', owner: 'ann' }),
];

/** Every kind of thing once. */
export async function openMattermostKinds(): Promise<Archive> {
  const lines = [
    ...LISTS,
    createLine('scheme', { name: 's' }),
    createLine('user', { username: 'ann', email: 'other@example.com' }),
    createLine('channel', { team: 'crew', name: 'town', display_name: 'Town again' }),
    createLine('post', { ...inTown, ...createPost(0, 'ann joined', { type: 'system_join_channel' }) }),
    createLine('post', {
      ...inTown,
      ...createPost(1, '**b** @ben, @gil. @nobody @here ~town :tada: :party-cat: `@ben` a@ben.example', {
        edit_at: BEGIN_MS + 90_000,
        is_pinned: true,
        flagged_by: ['ben'],
        reactions: [
          { user: 'ben', emoji_name: '+1' },
          { user: 'ben', emoji_name: 'party-cat' },
          { user: 'ben', emoji_name: 'lost_cat' },
        ],
        replies: [
          createPost(3, 'an answer', { user: 'ben', attachments: [{ path: '2026/reply.png' }] }),
          createPost(-3, 'older than its root', { user: 'ben' }),
          createPost(4, 'left', { type: 'system_leave_channel' }),
          { user: 'ben', message: 'without a time' },
        ],
        attachments: [{ path: '2026/one.png' }, { path: '../../etc/passwd' }],
      }),
    }),
    createLine('post', {
      ...inTown,
      ...createPost(2, '', {
        user: 'hook',
        type: 'slack_attachment',
        props: {
          from_webhook: 'true',
          override_username: 'CI',
          attachments: [
            {
              pretext: 'Build',
              title: 'passed',
              title_link: 'https://ci.example.com/1',
              text: '**ok**',
              fields: [{ title: 'Branch', value: 'main' }],
            },
          ],
        },
      }),
    }),
    createLine('post', {
      ...inTown,
      ...createPost(5, 'started the room', { type: 'system_add', replies: [createPost(6, 'hello')] }),
    }),
    createLine('post', { ...inTown, ...createPost(7, '', { replies: [createPost(8, 'to an empty one')] }) }),
    createLine('post', { ...inTown, ...createPost(9, '') }),
    createLine('post', { ...inTown, ...createPost(10, 'twice the same') }),
    createLine('post', { ...inTown, ...createPost(10, 'twice the same') }),
    createLine('post', { ...inTown, ...createPost(11, 'the author is unknown', { user: 'nobody' }) }),
    createLine('post', { ...inTown, ...createPost(12, '| a | b |\n|---|---|\n| 1 | 2 |') }),
    createLine('post', { team: 'guild', channel: 'lost', ...createPost(13, 'in an unknown channel') }),
    createLine('direct_channel', { members: ['ann', 'ben'], header: '' }),
    createLine('direct_channel', { members: [] }),
    createLine('direct_post', { channel_members: ['ben', 'ann'], ...createPost(14, 'direct') }),
    createLine('direct_post', { channel_members: ['ann'], ...createPost(15, 'a note') }),
    createLine('direct_post', {
      channel_members: [],
      ...createPost(16, 'to nobody', { replies: [createPost(17, 'r')] }),
    }),
    createLine('direct_post', {
      channel_members: ['ann', 'ben', ...Array.from({ length: 8 }, (_, n) => `u${n}`)],
      ...createPost(18, 'to ten people'),
    }),
    createLine('emoji', { name: 'party-cat', image: 'emoji/cat.png' }),
    createLine('emoji', { name: 'lost_cat', image: 'emoji/lost.png' }),
    createLine('future_thing', { x: 1 }),
    createLine('post', { ...inTown, message: 'without a time' }),
    'not JSON',
  ];
  return openFiles({
    'import.jsonl': `\ufeff${lines.join('\r\n')}\n`,
    'data/2026/one.png': 'one',
    'data/2026/reply.png': 'reply',
    'data/emoji/cat.png': 'cat',
    'data/profile/ann.png': 'ann',
  });
}
