import type { LedgerKind } from '../ledger.ts';

export interface SkipReason {
  /** A sentence for people. */
  text: string;
  /** Somebody may look for it. */
  isMissed: boolean;
}

/** By name, or by the beginning of the name up to a dot. Readers of archives name them. */
const REASONS: Readonly<Record<string, SkipReason>> = {
  already_here: { text: 'An earlier import brought them.', isMissed: false },
  'archive.link': { text: 'Links in an archive could name any file of this machine.', isMissed: true },
  'archive.special': { text: 'They are no files.', isMissed: false },
  'archive.system': { text: 'macOS or Windows made them, and nobody needs them.', isMissed: false },
  'entry.addresses': {
    text: 'They list canvases, lists or transcripts by their addresses. Their words are not in the archive.',
    isMissed: false,
  },
  'entry.app_log': { text: 'They say when apps were added, and have no messages.', isMissed: false },
  'entry.checksums': { text: 'They have checksums of the archive.', isMissed: false },
  'entry.content_flags': { text: 'They say which messages people reported.', isMissed: false },
  'entry.cut': { text: 'The file ends in the middle of a message. Export it again.', isMissed: true },
  'entry.not_a_list': { text: 'They are damaged: they have no list of messages.', isMissed: true },
  'entry.not_imported': {
    text: 'Snug imports no settings, invitations, audit log and personal lists.',
    isMissed: false,
  },
  'entry.not_json': {
    text: 'Snug cannot read them: they are not JSON, or have more than 200 levels.',
    isMissed: true,
  },
  'entry.unknown': { text: 'Snug does not know these lines of the archive.', isMissed: true },
  'line.scheme': { text: 'Snug has no roles and schemes of Mattermost.', isMissed: false },
  'line.role': { text: 'Snug has no roles and schemes of Mattermost.', isMissed: false },
  'line.not_valid': { text: 'They are damaged: something that Snug needs is missing.', isMissed: true },
  'line.unknown': { text: 'Snug does not know these lines of the archive.', isMissed: true },
  'line.not_json': {
    text: 'Snug cannot read them: their line is not JSON, longer than 64 MB, or has more than 200 levels.',
    isMissed: true,
  },
  'emoji.other_name': {
    text: 'They are second names of emoji, and another emoji has this name. The texts have the first name.',
    isMissed: false,
  },
  'direct_channel.no_people': { text: 'Nobody knows who was in their direct room.', isMissed: true },
  'emoji.name': { text: 'Snug has no such names of emoji.', isMissed: true },
  'emoji.no_picture': { text: 'The archive does not have their pictures.', isMissed: true },
  'emoji.standard': { text: 'Their name is that of a standard emoji.', isMissed: true },
  'emoji.taken': { text: 'Another emoji here has their name.', isMissed: true },
  'emoji.too_many': { text: 'Snug has room for no more emoji.', isMissed: true },
  'direct_post.no_people': { text: 'Nobody knows who was in their direct room.', isMissed: true },
  'file.document': {
    text: 'They are canvases or lists, whose words Slack does not export as a file.',
    isMissed: true,
  },
  'file.empty': { text: 'They are empty.', isMissed: false },
  'file.external': { text: 'They are at another service. The text has their address.', isMissed: false },
  'file.gone': { text: 'Slack itself no longer had them.', isMissed: true },
  'file.no_bytes': {
    text: 'The archive has their names, but not their bytes. Try --files FOLDER.',
    isMissed: true,
  },
  'file.not_in_archive': {
    text: 'The archive has their names, but not their bytes. Try --files FOLDER.',
    isMissed: true,
  },
  'file.unknown': { text: 'The archive does not describe them.', isMissed: true },
  'file.used': { text: 'Another message has them already.', isMissed: true },
  'log.edit': { text: 'They are edits, which their messages have.', isMissed: false },
  log: { text: 'They are earlier versions of messages.', isMissed: false },
  'mention.not_valid': {
    text: 'Their place in the text is not valid. The text has the names.',
    isMissed: false,
  },
  'message.deleted': { text: 'They were deleted there.', isMissed: false },
  'message.empty': { text: 'They have neither a text nor a file.', isMissed: false },
  'message.edit': { text: 'They are edits of messages that the archive does not have.', isMissed: true },
  'message.locked': { text: 'They are encrypted, and their key is gone.', isMissed: true },
  'message.late': {
    text: 'Somebody has written in their room here since, and messages stay in the order of time. Try --late room.',
    isMissed: true,
  },
  'message.no_time': { text: 'They are damaged, such as without a time or an author.', isMissed: true },
  'message.not_json': {
    text: 'Snug cannot read them: they are not JSON, larger than 32 MB, or have more than 200 levels.',
    isMissed: true,
  },
  'message.not_valid': { text: 'They are damaged, such as without a time or an author.', isMissed: true },
  'message.twice': { text: 'The archive has them twice.', isMissed: false },
  'message.type': { text: 'Snug does not know this kind of message.', isMissed: true },
  notice: { text: 'Snug has no lines about joins, topics and the like.', isMissed: false },
  'person.twice': { text: 'The archive has them twice.', isMissed: false },
  'pin.later': {
    text: 'Their message came with an earlier import, and an import changes no message. To have them, undo the earlier one first.',
    isMissed: true,
  },
  'pin.person': { text: 'Nobody knows who pinned the message.', isMissed: true },
  'pin.too_many': { text: 'A room has at most 100 pins.', isMissed: true },
  'pin.message': { text: 'Their message does not come.', isMissed: false },
  'poll.vote': { text: 'Snug has no votes in polls.', isMissed: true },
  'reaction.emoji': { text: 'Snug does not know the emoji, or they are words.', isMissed: true },
  'reaction.later': {
    text: 'Their message came with an earlier import, and an import changes no message. To have them, undo the earlier one first.',
    isMissed: true,
  },
  'reaction.message': { text: 'Their message does not come.', isMissed: false },
  'reaction.person': { text: 'Nobody knows whose they are.', isMissed: true },
  'reaction.too_many': {
    text: 'A message has the heart and at most 20 other kinds of reactions.',
    isMissed: true,
  },
  'reaction.twice': { text: 'The same person has the same reaction already.', isMissed: false },
  'room.empty': { text: 'Nobody has written in them.', isMissed: false },
  'room.merged': { text: 'They are one room with another one of the same people.', isMissed: false },
  'room.deleted': { text: 'Their room was deleted here.', isMissed: true },
  'room.no_members': {
    text: 'Nobody is a member of their private room, so nobody could read it.',
    isMissed: true,
  },
  'room.not_chosen': { text: 'You did not name their room with --rooms.', isMissed: false },
  'room.twice': { text: 'The archive has them twice.', isMissed: false },
};

const OTHER: SkipReason = { text: 'Snug has no place for them.', isMissed: true };

/** What arrives in another form, by name or beginning. */
const CHANGES: Readonly<Record<string, string>> = {
  'address.taken': 'another account has the address, so the person needs a link',
  'attachment.buttons': 'buttons of a message do not come',
  'attachment.preview': 'a preview of a link does not come; the link does',
  'avatar.missing': 'the archive does not have a picture of a person',
  block: 'a part of a message has no place here, such as a form or a call',
  'component.dropped': 'buttons and menus of a message do not come',
  'embed.preview': 'a preview of a link does not come; the link does',
  'emoji.renamed': 'an emoji has another name, because the name was taken',
  'interaction.dropped': 'the command that caused a message of a bot does not come',
  'markdown.heading': 'a heading is a text',
  'markdown.picture': 'a picture in a text is a link',
  'markdown.table': 'a table is a text',
  'member.only_author': 'a guest, or somebody without an account, is no member of a room',
  'member.too_many_rooms': 'somebody is in more rooms than Snug allows',
  'member.unknown': 'the archive does not have a member of a room',
  'membership.favourite': 'a favourite room is none',
  'membership.read': 'history counts as read',
  'membership.unknown_room': 'the archive does not have a room of a member',
  'mention.channel': 'a link to a room is a text',
  'mention.role': 'a mention of a group is a text',
  'mention.too_many': 'a message mentions more people than Snug allows',
  'mention.unknown': 'a mention of an unknown person is a text',
  'message.deleted_later': 'a message of an earlier import was deleted there since, and stays here',
  'message.edited_later':
    'a message of an earlier import was edited there since, and keeps its former text here',
  'message.several_files': 'a message with several files is several messages',
  'message.split': 'a long message, or one with several files, is several messages',
  'notice.unknown': 'a line that the server posted is a message, because this release does not know it',
  'person.not_admin': 'a workspace admin of the archive is none here',
  'person.system_admin': 'a workspace admin of the archive is none here',
  'reply.older_than_root': 'an answer was older than its first message, and follows it',
  'reply.root_missing': 'the first message of a conversation is missing, and shows as deleted',
  'reply.without_root': 'an answer has lost its conversation',
  'room.direct_to_private': 'a large group of people is a private room',
  'room.joined': 'several rooms of the same people are one',
  'room.members_unknown': 'the archive does not say who is in a room',
  'room.no_entry': 'the archive has no description of a room, so it is private',
  'room.not_direct': 'a large group of people is a private room',
  'room.unknown': 'the archive has no description of a room, so it is private',
  'room.visibility_unknown': 'nobody knows who could see a room, so look at its kind',
  'saved.dropped': 'a saved message is not saved here',
  'style.differs': 'the style of a text differs, because Snug writes it in another way',
  'style.highlight': 'a highlighted text has no colour',
  'style.spoiler': 'a spoiler is a text',
  'style.underline': 'an underlined text has no line',
  'text.cut': 'a name or a description was too long',
  'text.not_parsed': 'a text is too nested, and comes without styles',
  'text.replaced': 'a damaged sign in a text was replaced',
  'text.table': 'a table is a text',
  'thread.joined': 'a thread is a conversation in its room',
  'thread.older_than_root': 'an answer was older than its first message, and follows it',
  'thread.root_apart': 'a first message came after its answer, and is not in its conversation',
  'thread.root_later': 'an answer was older than its first message, and follows it',
  'thread.root_missing': 'the first message of a conversation is missing, and shows as deleted',
  'time.moved': 'a time moved, so that the room stays in the order of time',
};

const NAMES: Readonly<Record<LedgerKind, readonly [one: string, several: string]>> = {
  person: ['person', 'people'],
  room: ['room', 'rooms'],
  message: ['message', 'messages'],
  reaction: ['reaction', 'reactions'],
  file: ['file', 'files'],
  emoji: ['emoji', 'emoji'],
  pin: ['pin', 'pins'],
  mention: ['mention', 'mentions'],
  entry: ['entry of the archive', 'entries of the archive'],
};

export function describeSkip(reason: string): SkipReason {
  return find(REASONS, reason) ?? { ...OTHER, text: `${OTHER.text} (${reason})` };
}

export function describeChange(what: string): string {
  return find(CHANGES, what) ?? what;
}

export function nameKind(kind: LedgerKind, count = 2): string {
  const [one, several] = NAMES[kind];
  return count === 1 ? one : several;
}

/** Whether a reason has a sentence of its own. */
export function isKnownReason(reason: string): boolean {
  return find(REASONS, reason) !== undefined;
}

function find<Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined {
  for (let part = name; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.'))))
    if (Object.hasOwn(entries, part)) return entries[part];
  return undefined;
}
