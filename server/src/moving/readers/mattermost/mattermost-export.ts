import * as v from 'valibot';

// The lines of Mattermost's bulk export. Fields that are missing, null or of another type are empty.

const text = v.fallback(v.string(), '');
const time = v.fallback(v.number(), 0);
const flag = v.fallback(v.boolean(), false);
const list = <Item extends v.GenericSchema>(item: Item) => v.fallback(v.array(item), []);
const name = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.transform(name => name.toLowerCase()),
);

export const MattermostTeam = v.object({ name, display_name: text });

export const MattermostChannel = v.object({
  team: name,
  name,
  display_name: text,
  type: text,
  header: text,
  purpose: text,
  deleted_at: time,
});
export type MattermostChannel = v.InferOutput<typeof MattermostChannel>;

export const MattermostUser = v.object({
  username: name,
  email: text,
  nickname: text,
  first_name: text,
  last_name: text,
  roles: text,
  delete_at: time,
  profile_image: text,
  teams: list(
    v.object({
      name,
      channels: list(v.object({ name, roles: text, favorite: flag, last_viewed_at: time })),
    }),
  ),
});
export type MattermostUser = v.InferOutput<typeof MattermostUser>;

export const MattermostBot = v.object({ username: name, display_name: text });

export const MattermostEmoji = v.object({ name: v.pipe(v.string(), v.nonEmpty()), image: text });

const Attachment = v.object({
  pretext: text,
  author_name: text,
  title: text,
  title_link: text,
  text,
  fallback: text,
  footer: text,
  image_url: text,
  fields: list(
    v.object({
      title: text,
      value: v.fallback(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), ''),
    }),
  ),
});
export type MattermostAttachment = v.InferOutput<typeof Attachment>;

const POST = {
  user: v.fallback(
    v.pipe(
      v.string(),
      v.transform(name => name.toLowerCase()),
    ),
    '',
  ),
  type: text,
  message: text,
  create_at: v.number(),
  edit_at: time,
  is_pinned: flag,
  flagged_by: list(v.string()),
  reactions: list(v.object({ user: name, emoji_name: text, create_at: time })),
  attachments: list(v.object({ path: text })),
  props: v.fallback(
    v.object({ override_username: text, from_webhook: v.unknown(), attachments: list(Attachment) }),
    { override_username: '', from_webhook: undefined, attachments: [] },
  ),
};
const Post = v.object(POST);
export type MattermostPost = v.InferOutput<typeof Post>;
export const MattermostReply = Post;

/** Replies are read one by one: one of them can be broken. */
const replies = list(v.unknown());
export const MattermostRoomPost = v.object({ ...POST, team: name, channel: name, replies });
export const MattermostDirectChannel = v.object({
  members: list(name),
  header: text,
  favorited_by: list(v.string()),
});
export const MattermostDirectPost = v.object({ ...POST, channel_members: list(name), replies });
