/** Keys of actions that several parts of an app use. */
export const actionKeys = {
  reaction: (roomId: string, messageId: string, emoji: string) => `reaction:${roomId}:${messageId}:${emoji}`,
  deletion: (roomId: string, messageId: string) => `deletion:${roomId}:${messageId}`,
};
