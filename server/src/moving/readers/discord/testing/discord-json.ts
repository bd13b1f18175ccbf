import type { Archive } from '../../../archive/archive.ts';
import { openFiles } from '../../testing/open-files.ts';

const EPOCH_MS = 1_420_070_400_000;
export const BEGIN_MS = Date.UTC(2026, 5, 24, 12);

/** The id of the `n`th message, and when it was sent: a minute after the one before it. */
export function toSnowflake(n: number): string {
  return String(BigInt(BEGIN_MS + n * 60_000 - EPOCH_MS) << 22n);
}

export const ANN = createUser('1001', 'ann', 'Ann Example');
export const BEN = createUser('1002', 'ben', 'Ben Example');
/** A webhook. */
export const CI = { ...createUser('2001', 'hook', 'CI'), isBot: true };
export const RELAY = { ...createUser('2001', 'hook', 'Relay'), isBot: true };
export const LEFT = createUser('456226577798135808', 'Deleted User', 'Deleted User');

export function createUser(id: string, name: string, nickname: string) {
  const roles = [{ id: '5', name: 'crew', color: null, position: 1 }];
  return {
    id,
    name,
    discriminator: '0000',
    nickname,
    color: null,
    isBot: false,
    roles,
    avatarUrl: `media\\${name}.png`,
  };
}

export function createMessage(n: number, content: string, more: object = {}) {
  return {
    id: toSnowflake(n),
    type: 'Default',
    timestamp: new Date(BEGIN_MS + n * 60_000).toISOString().replace('Z', '1234+00:00'),
    timestampEdited: null,
    callEndedTimestamp: null,
    isPinned: false,
    content,
    author: ANN,
    attachments: [],
    embeds: [],
    stickers: [],
    reactions: [],
    mentions: [],
    inlineEmojis: [],
    ...more,
  };
}

export function createChannel(channel: object, messages: readonly unknown[]) {
  return {
    guild: { id: '1', name: 'Example', iconUrl: 'media\\icon.png' },
    channel: {
      id: '100',
      type: 'GuildTextChat',
      categoryId: '10',
      category: 'Text',
      name: 'general',
      topic: null,
      ...channel,
    },
    dateRange: { after: null, before: null },
    exportedAt: '2026-06-25T00:00:00+00:00',
    messages,
    messageCount: messages.length,
  };
}

const reply = (n: number) => ({
  type: 'Reply',
  reference: { type: 'Default', messageId: toSnowflake(n), channelId: '100', guildId: '1' },
});
const parrot = { id: '77', name: 'Parrot', code: 'Parrot', isAnimated: false, imageUrl: 'media\\77-ab.png' };
const dance = {
  id: '78',
  name: 'dance',
  code: 'dance',
  isAnimated: true,
  imageUrl: 'https://cdn.example.com/78.gif',
};
const heart = { id: '', name: '❤️', code: 'heart', isAnimated: false, imageUrl: '' };
const plans = { type: 'GuildPublicThread', categoryId: '100', category: 'general' };

/** Every kind of thing once. */
export async function openDiscordKinds(): Promise<Archive> {
  const general = [
    createMessage(0, 'Joined the server.', { type: 'GuildMemberJoin', author: BEN }),
    createMessage(
      1,
      'Hi <@1002> <@!1002> <@9> <#100> <#9> <@&5> @everyone <t:1700000000:R> <:Parrot:77> <a:dance:78> ||s|| __u__ </poll:1> a@here.example',
      {
        isPinned: true,
        timestampEdited: '2026-06-25T00:00:00+00:00',
        mentions: [BEN],
        inlineEmojis: [parrot, dance],
      },
    ),
    createMessage(2, '@Ben Example plain :Parrot:', { mentions: [BEN], inlineEmojis: [parrot] }),
    createMessage(3, 'answer', { ...reply(1), author: BEN }),
    createMessage(4, 'answer to the answer', reply(3)),
    createMessage(5, 'answer to a deleted one', reply(-5)),
    createMessage(6, 'another answer to it', { ...reply(-5), author: BEN }),
    createMessage(7, 'Pinned a message.', {
      type: 'ChannelPinnedMessage',
      author: BEN,
      reference: { type: 'Default', messageId: toSnowflake(1), channelId: '100' },
    }),
    createMessage(8, 'two files', {
      attachments: [
        { id: '1', url: 'media\\one-ab.png', fileName: 'one.png', fileSizeBytes: 3 },
        { id: '2', url: 'media\\two-ab.png', fileName: 'two.png', fileSizeBytes: 3 },
        {
          id: '3',
          url: 'https://cdn.example.com/lost.bin?ex=1&hm=secret',
          fileName: 'lost.bin',
          fileSizeBytes: 9,
        },
      ],
    }),
    createMessage(9, '', {
      stickers: [
        { id: '1', name: 'Wave', format: 'Lottie', sourceUrl: 'media\\wave.json' },
        { id: '2', name: 'Bow', format: 'Png', sourceUrl: 'media\\bow.png' },
      ],
    }),
    createMessage(10, '', {
      author: CI,
      embeds: [
        {
          title: 'Build',
          url: 'https://ci.example.com/1',
          description: '**passed**',
          author: { name: 'CI' },
          footer: { text: 'soon' },
          image: { url: 'media\\x.png', canonicalUrl: 'https://ci.example.com/i.png' },
          images: [],
          fields: [{ name: 'Branch', value: 'main', isInline: true }],
        },
      ],
    }),
    createMessage(11, 'bridged', { author: RELAY }),
    createMessage(12, 'see https://example.com/page', {
      embeds: [{ title: 'Page', url: 'https://example.com/page', description: 'd', images: [], fields: [] }],
    }),
    createMessage(13, 'reacted', {
      reactions: [
        { emoji: heart, count: 3, users: [ANN, BEN] },
        { emoji: parrot, count: 1, users: [BEN, BEN] },
        { emoji: dance, count: 1, users: [BEN] },
      ],
    }),
    createMessage(14, '', {
      forwardedMessage: { content: 'forwarded **words**', attachments: [], embeds: [], stickers: [] },
    }),
    createMessage(15, 'Started a call.', { type: 'Call', callEndedTimestamp: '2026-06-24T12:35:00+00:00' }),
    createMessage(16, 'used a command', {
      type: '20',
      author: CI,
      interaction: { id: '1', name: 'poll', user: BEN },
    }),
    createMessage(17, '', { poll: { question: { text: 'Where?' }, answers: [{ text: 'Here', count: 2 }] } }),
    createMessage(18, '', { type: '999' }),
    createMessage(19, 'of a new type', { type: '999', author: LEFT }),
    createMessage(20, ''),
    createMessage(21, 'the first of a thread'),
    createMessage(22, 'Started a thread: Later', {
      type: 'ThreadCreated',
      reference: { type: 'Default', messageId: null, channelId: '300', guildId: '1' },
    }),
    createMessage(23, 'buttons', { components: [{ type: 'Button' }] }),
    { id: 'nonsense', content: 'broken' },
  ];
  return openFiles({
    'Example - Text - general [100].json': createChannel({ topic: 'All & sundry' }, general),
    'Example - Text - general [100] [part 2].json': createChannel({}, [
      createMessage(23, 'buttons'),
      createMessage(40, `${'word '.repeat(2_500)}end`),
    ]),
    'Example - Off topic - general [101].json': createChannel(
      { id: '101', categoryId: '11', category: 'Off' },
      [],
    ),
    'Example - general - Plans.json': createChannel({ ...plans, id: toSnowflake(21), name: 'Plans' }, [
      createMessage(21, '', { type: '21', reference: { messageId: toSnowflake(21), channelId: '100' } }),
      createMessage(24, 'in the thread', { author: BEN }),
    ]),
    'Example - general - Later.json': createChannel({ ...plans, id: '300', name: 'Later' }, [
      createMessage(25, 'later'),
      createMessage(26, 'later, too', { author: BEN }),
    ]),
    'Example - general - Lone.json': createChannel({ ...plans, id: '301', name: 'Lone' }, [
      createMessage(27, 'alone'),
    ]),
    'Example - general - Secret.json': createChannel(
      { ...plans, type: 'GuildPrivateThread', id: '302', name: 'Secret' },
      [createMessage(28, 'secret')],
    ),
    'Direct Messages - Ben Example [400].json': createChannel(
      { id: '400', type: 'DirectTextChat', category: 'Private', name: 'Ben Example' },
      [createMessage(30, 'direct')],
    ),
    'Direct Messages - group [401].json': createChannel(
      { id: '401', type: 'DirectGroupTextChat', category: 'Private', name: 'Ann Example, Ben Example' },
      [createMessage(31, 'same people', { author: BEN })],
    ),
    'Direct Messages - gone [402].json': createChannel({ id: '402', type: 'DirectTextChat', name: 'gone' }, [
      createMessage(32, 'nobody answers'),
    ]),
    'cut.json': JSON.stringify(
      createChannel({ id: '500', name: 'cut' }, [createMessage(33, 'whole'), createMessage(34, 'half')]),
    ).slice(0, -200),
    'media/one-ab.png': 'one',
    'media/two-ab.png': 'two',
    'media/bow.png': 'bow',
    'media/77-ab.png': 'parrot',
    'media/ann.png': 'ann',
    'media/wave.json': { layers: [] },
  });
}
