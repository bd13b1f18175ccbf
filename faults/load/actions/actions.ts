import type { Action } from './action.ts';
import * as messages from './message-actions.ts';
import * as others from './other-actions.ts';

export const ACTIONS = {
  send: messages.send,
  large: messages.sendLarge,
  file: messages.sendFile,
  mention: messages.mention,
  reply: messages.reply,
  edit: messages.edit,
  resend: messages.resend,
  react: messages.react,
  delete: messages.deleteMessage,
  pin: others.pin,
  save: others.save,
  read: others.read,
  rename: others.rename,
  admin: others.setAdmin,
} satisfies Record<string, Action>;

/** How often each action runs, relative to the others. */
export type Weights = Record<keyof typeof ACTIONS, number>;

export const ALL_ACTIONS: Weights = {
  send: 46,
  large: 0,
  file: 4,
  mention: 6,
  reply: 8,
  edit: 9,
  resend: 2,
  react: 18,
  delete: 5,
  pin: 3,
  save: 3,
  read: 8,
  rename: 5,
  admin: 4,
};

/** The named actions, with equal weights. */
export function onlyActions(...names: (keyof Weights)[]): Weights {
  const none = Object.fromEntries(Object.keys(ACTIONS).map(name => [name, 0]));
  return { ...none, ...Object.fromEntries(names.map(name => [name, 1])) } as Weights;
}
