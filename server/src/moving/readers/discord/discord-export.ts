import * as v from 'valibot';

// The JSON of DiscordChatExporter, of which versions differ: whatever is missing or of another type is empty.

const text = v.fallback(v.string(), '');
const maybeText = v.fallback(v.optional(v.string()), undefined);
const flag = v.fallback(v.boolean(), false);
const list = <Item extends v.GenericSchema>(item: Item) => v.fallback(v.array(item), []);

export const DiscordUser = v.object({
  id: text,
  name: text,
  discriminator: text,
  nickname: text,
  isBot: flag,
  avatarUrl: text,
  roles: list(v.fallback(v.object({ id: text, name: text }), { id: '', name: '' })),
});
export type DiscordUser = v.InferOutput<typeof DiscordUser>;

const Emoji = v.fallback(v.object({ id: text, name: text, imageUrl: text }), {
  id: '',
  name: '',
  imageUrl: '',
});
const Attachment = v.fallback(v.object({ id: text, url: text, fileName: text }), {
  id: '',
  url: '',
  fileName: '',
});
export type DiscordAttachment = v.InferOutput<typeof Attachment>;
const Sticker = v.fallback(v.object({ name: text, format: text, sourceUrl: text }), {
  name: '',
  format: '',
  sourceUrl: '',
});
const Picture = v.fallback(v.optional(v.object({ url: text, canonicalUrl: text })), undefined);

const Embed = v.object({
  title: text,
  url: text,
  description: text,
  author: v.fallback(v.optional(v.object({ name: text })), undefined),
  footer: v.fallback(v.optional(v.object({ text })), undefined),
  image: Picture,
  video: Picture,
  images: list(Picture),
  fields: list(v.fallback(v.object({ name: text, value: text }), { name: '', value: '' })),
  inlineEmojis: list(Emoji),
});
export type DiscordEmbed = v.InferOutput<typeof Embed>;

const CONTENT = {
  content: text,
  attachments: list(Attachment),
  embeds: list(Embed),
  stickers: list(Sticker),
};
const Words = v.fallback(
  v.union([
    v.string(),
    v.pipe(
      v.object({ text }),
      v.transform(({ text }) => text),
    ),
  ]),
  '',
);

export const DiscordMessage = v.object({
  ...CONTENT,
  id: v.pipe(v.string(), v.digits(), v.maxLength(20)),
  type: v.fallback(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), 'Default'),
  timestamp: text,
  timestampEdited: maybeText,
  callEndedTimestamp: maybeText,
  isPinned: flag,
  author: v.fallback(v.optional(DiscordUser), undefined),
  components: list(v.unknown()),
  reactions: list(v.object({ emoji: Emoji, count: v.fallback(v.number(), 0), users: list(DiscordUser) })),
  mentions: list(DiscordUser),
  reference: v.fallback(v.optional(v.object({ type: text, messageId: text, channelId: text })), undefined),
  forwardedMessage: v.fallback(v.optional(v.object(CONTENT)), undefined),
  interaction: v.fallback(v.optional(v.object({ name: text, user: v.optional(DiscordUser) })), undefined),
  inlineEmojis: list(Emoji),
  poll: v.fallback(
    v.optional(
      v.object({
        question: Words,
        answers: list(
          v.object({ text: v.fallback(v.optional(Words), undefined), count: v.fallback(v.number(), 0) }),
        ),
      }),
    ),
    undefined,
  ),
});
export type DiscordMessage = v.InferOutput<typeof DiscordMessage>;

export const DiscordHead = v.object({
  guild: v.object({ id: text, name: text }),
  channel: v.object({
    id: v.pipe(v.string(), v.digits(), v.maxLength(20)),
    type: text,
    categoryId: text,
    category: text,
    name: text,
    topic: text,
  }),
});
export type DiscordHead = v.InferOutput<typeof DiscordHead>;

const EPOCH_MS = 1_420_070_400_000;

/** When the id was given, in ms. */
export function readSnowflake(id: string): number {
  return Number(BigInt(id) >> 22n) + EPOCH_MS;
}
