import { plural } from './plural.ts';

/** The strips above the composer, the edit of a message, and conversations. */
export const replies = {
  replyingTo: (name: string) => `Replying to ${name}`,
  cancelReply: 'Cancel reply',

  edit: 'Edit message',
  editing: 'Editing message',
  editHint: 'Enter to save, Escape to cancel',
  editText: 'Text of the message',
  save: 'Save',
  cancel: 'Cancel',
  stale: 'This message was changed on another device. Your text is still here.',
  keptInDraft: 'The message you edited was deleted. Your text is in the composer.',
  keptForLater: "Your edit isn't saved. Edit the message again to see your text.",

  /** `shown`: the formatted number, or empty while it is unknown. */
  conversation: (count: number, shown: string) =>
    shown === ''
      ? 'Conversation'
      : plural(count, { one: `Conversation · ${shown} message`, other: `Conversation · ${shown} messages` }),
  allMessages: 'Back to all messages',
  showConversation: 'Show conversation',
};
