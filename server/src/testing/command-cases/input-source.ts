import type { CommandArguments, CommandName, CommandOutput, Invite, ProviderId } from '@snug/protocol';
import { PASSWORD } from '@snug/testkit/store-person.ts';

/** `admin`: of the room. `author`: of messages, uploads and accounts. `other`: somebody else. */
export type InputOwner = 'admin' | 'author' | 'other';

/** Creates the things that inputs name. */
export interface InputSource {
  /** An open room of the admin. */
  roomId: string;
  authorUid: string;
  otherUid: string;
  /** In a private room of the admin. */
  guestUid: string;
  run: <Name extends CommandName>(
    owner: InputOwner,
    command: Name,
    input: CommandArguments<Name>,
  ) => Promise<CommandOutput<Name>>;
  /** Returns the id of an unsent picture of the author. */
  upload: () => Promise<string>;
  /** Links an account of a provider to the author. */
  linkAccount: () => Promise<ProviderId>;
  /** Returns the id of a person who came by an import and never signed in. */
  addImported: () => Promise<string>;
  /** Returns the id of another session of the author. */
  addSession: () => Promise<string>;
  /** Returns the id of the author's passkey. */
  addPasskey: () => Promise<string>;
  /** Returns the id of a device of the author, in a session of its own. */
  addPushDevice: () => Promise<string>;
}

export async function createRoom({ run }: InputSource, owner: InputOwner): Promise<string> {
  return (await run(owner, 'create_room', { name: 'Room', description: 'A room' })).room.id;
}

/** Of somebody else. */
export async function createJoinedRoom(source: InputSource): Promise<string> {
  const roomId = await createRoom(source, 'other');
  await source.run('author', 'join_room', { roomId });
  return roomId;
}

export async function createMessage(
  { roomId, run }: InputSource,
  owner: InputOwner = 'author',
): Promise<string> {
  return (await run(owner, 'send_message', { roomId, text: 'short-lived' })).message.id;
}

export async function createMessageRef(
  source: InputSource,
  owner?: InputOwner,
): Promise<{ roomId: string; messageId: string }> {
  return { roomId: source.roomId, messageId: await createMessage(source, owner) };
}

/** The author has few bots, so each test deletes its bot or uses the first. */
export async function createBot({ run }: InputSource): Promise<string> {
  const { bots } = await run('author', 'list_bots', {});
  return (bots.at(1) ?? (await run('author', 'create_bot', { name: 'Bot' })).bot).uid;
}

/** No server has this name (RFC 6761). */
export const RECEIVER = 'https://receiver.invalid/';

/** Each person has few webhooks, so each test deletes its webhook or uses the first. */
export async function createWebhook({ roomId, run }: InputSource): Promise<string> {
  const { webhooks } = await run('author', 'list_webhooks', {});
  const known =
    webhooks.at(1) ??
    (await run('author', 'create_webhook', { roomId, url: RECEIVER, password: PASSWORD })).webhook;
  return known.id;
}

/** Each person has few tokens, so each test removes its token from the room or uses the first. */
export async function createRoomToken({ roomId, run }: InputSource): Promise<string> {
  const { tokens } = await run('author', 'list_tokens', {});
  const known = tokens.find(({ roomIds }) => roomIds?.includes(roomId));
  if (known) return known.id;
  return (await run('author', 'create_token', { name: 'A program', roomIds: [roomId], password: PASSWORD }))
    .token.id;
}

export async function createInvite(source: InputSource, owner: InputOwner): Promise<Invite> {
  const roomIds = [await createRoom(source, owner)];
  return (await source.run(owner, 'create_invite', { roomIds })).invite;
}
