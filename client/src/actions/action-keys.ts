/** Keys of actions that several parts of an app use. */
export const actionKeys = {
  reaction: (roomId: string, messageId: string, emoji: string) => `reaction:${roomId}:${messageId}:${emoji}`,
  edit: (roomId: string, messageId: string) => `edit:${roomId}:${messageId}`,
  pin: (roomId: string, messageId: string) => `pin:${roomId}:${messageId}`,
  deletion: (roomId: string, messageId: string) => `deletion:${roomId}:${messageId}`,
  removal: (roomId: string, messageId: string) => `removal:${roomId}:${messageId}`,
};
