/**
 * `message`: people or programs wrote it. `notice`: Slack wrote it about the room. `deleted`: it only keeps its conversation. `version`: an
 * earlier text of another message. `locked`: its key is gone.
 */
export type SlackKind = 'message' | 'notice' | 'deleted' | 'version' | 'locked';

const KINDS: Readonly<Record<SlackKind, readonly string[]>> = {
  message: [
    'assistant_app_thread',
    'bot_message',
    'document_comment_root',
    'file_comment',
    'file_share',
    'huddle_thread',
    'me_message',
    'slackbot_response',
    'thread_broadcast',
  ],
  notice: [
    'app_conversation_join',
    'app_conversation_leave',
    'bot_add',
    'bot_disable',
    'bot_enable',
    'bot_remove',
    'channel_archive',
    'channel_canvas_updated',
    'channel_convert_to_private',
    'channel_convert_to_public',
    'channel_join',
    'channel_leave',
    'channel_name',
    'channel_posting_permissions',
    'channel_purpose',
    'channel_topic',
    'channel_unarchive',
    'document_mention',
    'emoji_changed',
    'file_mention',
    'group_archive',
    'group_join',
    'group_leave',
    'group_name',
    'group_purpose',
    'group_topic',
    'group_unarchive',
    'joiner_notification',
    'joiner_notification_for_inviter',
    'message_replied',
    'pinned_item',
    'reminder_add',
    // A copy of an answer, which the archive also has.
    'reply_broadcast',
    'sh_room_created',
    'sh_room_shared',
    'sh_room_updated',
    'tabbed_canvas_updated',
    'unpinned_item',
  ],
  deleted: ['tombstone'],
  version: ['message_changed', 'message_deleted'],
  locked: ['ekm_access_denied'],
};

export const SLACK_KINDS: ReadonlyMap<string, SlackKind> = new Map(
  Object.entries(KINDS).flatMap(([kind, subtypes]) =>
    subtypes.map(subtype => [subtype, kind as SlackKind] as const),
  ),
);

/** A subtype that came later is a message, so that no words are lost. */
export function findKind(subtype: string): SlackKind {
  return SLACK_KINDS.get(subtype) ?? 'message';
}
