import {
  type CommandArguments,
  type CommandName,
  type CommandOutput,
  FOREVER,
  HEART,
  type Invite,
  type ProviderId,
} from '@snug/protocol';
import { newId } from '../ids.ts';

/** `admin`: of the room. `author`: of messages, uploads and accounts. `other`: somebody else. */
export type InputOwner = 'admin' | 'author' | 'other';

/** Creates the things that inputs name. */
export interface InputSource {
  /** An open room of the admin. */
  roomId: string;
  authorUid: string;
  otherUid: string;
  run: <Name extends CommandName>(
    owner: InputOwner,
    command: Name,
    input: CommandArguments<Name>,
  ) => Promise<CommandOutput<Name>>;
  /** Returns the id of an unsent picture of the author. */
  upload: () => Promise<string>;
  /** Links an account of a provider to the author. */
  linkAccount: () => Promise<ProviderId>;
  /** Returns the id of another session of the author. */
  addSession: () => Promise<string>;
}

type Input<Name extends CommandName> = CommandArguments<Name> | Promise<CommandArguments<Name>>;

/** A valid input for the author or the admin. It changes something if the command can. */
export async function createInput(command: CommandName, source: InputSource): Promise<object> {
  return COMMAND_INPUTS[command](source);
}

const COMMAND_INPUTS: { readonly [Name in CommandName]: (source: InputSource) => Input<Name> } = {
  create_room: () => ({ id: newId(), name: 'Garden', description: 'Under the trees' }),
  edit_room: ({ roomId }) => ({ roomId, name: 'Another name', description: 'Other words' }),
  set_admin: ({ roomId, otherUid }) => ({ roomId, uid: otherUid, admin: true }),
  archive_room: async source => ({ roomId: await createRoom(source, 'admin'), archived: true }),
  delete_room: async source => ({ roomId: await createRoom(source, 'admin'), name: 'Room' }),
  join_room: async source => ({ roomId: await createRoom(source, 'other') }),
  leave_room: async source => ({ roomId: await createJoinedRoom(source) }),
  set_member: async source => ({
    roomId: await createRoom(source, 'admin'),
    uid: source.otherUid,
    bannedUntil: FOREVER,
  }),
  list_members: ({ roomId }) => ({ roomId }),
  list_joined: () => ({}),
  set_room_options: async source => ({ roomId: await createRoom(source, 'admin'), favourite: true }),
  open_direct: ({ otherUid }) => ({ uids: [otherUid] }),
  find_people: () => ({ text: 'ann' }),
  set_block: ({ otherUid }) => ({ uid: otherUid, blocked: true }),
  list_blocks: () => ({}),
  get_mentions: ({ roomId }) => ({ before: { at: 1, roomId, seq: 1 } }),
  set_read: async source => ({
    roomId: await createRoom(source, 'admin'),
    seq: 0,
    version: 1,
    back: true,
  }),
  set_reads: async source => {
    const roomId = await createJoinedRoom(source);
    const { message } = await source.run('other', 'send_message', { roomId, text: 'unread' });
    return { reads: { [roomId]: { seq: message.seq, version: 1 } } };
  },
  get_unread: ({ roomId }) => ({ roomIds: [roomId] }),
  create_invite: async source => ({
    id: newId(),
    roomIds: [await createRoom(source, 'admin')],
    expiresInDays: 1,
    maxUses: 1,
  }),
  list_invites: () => ({}),
  revoke_invite: async source => ({ id: (await createInvite(source, 'admin')).id }),
  get_invite: async source => ({ code: (await createInvite(source, 'other')).code ?? '' }),
  redeem_invite: async source => ({ code: (await createInvite(source, 'other')).code ?? '' }),
  list_rooms: () => ({}),
  find_rooms: () => ({ text: 'garden' }),
  watch_rooms: ({ roomId }) => ({ add: { [roomId]: -1 }, remove: [] }),
  watch_list: () => ({ on: true }),
  open_room: ({ roomId }) => ({ roomId }),
  close_room: ({ roomId }) => ({ roomId }),
  catch_up: ({ roomId }) => ({ roomId, since: 0 }),
  get_messages: ({ roomId }) => ({ roomId }),
  send_message: async ({ roomId, otherUid, upload }) => ({
    id: newId(),
    roomId,
    text: '@x, sent once',
    fileId: await upload(),
    mentions: [{ uid: otherUid, start: 0, length: 2 }],
  }),
  edit_message: async source => ({
    roomId: source.roomId,
    id: await createMessage(source),
    text: 'changed',
    revision: 0,
    editId: newId(),
  }),
  delete_message: source => createMessageRef(source),
  remove_message: source => createMessageRef(source, 'other'),
  set_reaction: async source => ({ ...(await createMessageRef(source)), emoji: HEART, on: true }),
  get_mine: async source => ({ roomId: source.roomId, messageIds: [await createMessage(source)] }),
  get_reactions: async source => ({ ...(await createMessageRef(source)), emoji: HEART }),
  set_pin: async source => ({ ...(await createMessageRef(source)), on: true }),
  list_pins: ({ roomId }) => ({ roomId, before: { pinnedAt: 1, seq: 1 } }),
  set_saved: async source => ({ ...(await createMessageRef(source)), on: true, remindAt: 1 }),
  list_saved: ({ roomId }) => ({ before: { savedAt: 1, roomId, messageId: newId() } }),
  get_saved: async source => ({ roomId: source.roomId, messageIds: [await createMessage(source)] }),
  list_reminders: () => ({}),
  list_files: ({ roomId }) => ({ roomId, kind: 'file', before: 1 }),
  check_upload: () => ({ size: 1 }),
  discard_file: async ({ upload }) => ({ fileId: await upload() }),
  set_nickname: () => ({ name: `Ann ${newId()}` }),
  set_avatar: async ({ upload }) => ({ fileId: await upload() }),
  get_profile: ({ authorUid }) => ({ uid: authorUid }),
  watch_people: ({ authorUid }) => ({ uids: [authorUid] }),
  watch_viewers: ({ roomId }) => ({ roomId }),
  unwatch_viewers: ({ roomId }) => ({ roomId }),
  set_typing: ({ roomId }) => ({ roomId }),
  get_account: () => ({}),
  list_accounts: () => ({}),
  unlink_account: async ({ linkAccount }) => ({ provider: await linkAccount() }),
  list_notices: () => ({}),
  acknowledge_notices: () => ({ until: 0 }),
  list_sessions: () => ({}),
  end_session: async ({ addSession }) => ({ id: await addSession() }),
  get_workspace: () => ({}),
  redeem_setup: () => ({ code: 'x' }),
  list_workspace_people: () => ({ sort: 'joined', after: { part: 0, value: 1, id: newId() } }),
  set_workspace_admin: ({ otherUid }) => ({ uid: otherUid, admin: true }),
  set_suspension: ({ otherUid }) => ({ uid: otherUid, suspended: true }),
  end_sessions: ({ otherUid }) => ({ uid: otherUid }),
  list_workspace_rooms: () => ({ sort: 'name', after: { part: 0, value: 'a', id: newId() } }),
  create_recovery_link: ({ otherUid }) => ({ uid: otherUid }),
  list_audit: () => ({ before: { at: 1, id: newId() } }),
  create_token: ({ roomId }) => ({ name: 'A program', roomIds: [roomId], expiresInDays: 1 }),
  list_tokens: () => ({}),
  revoke_token: async ({ run }) => ({
    id: (await run('author', 'create_token', { name: 'A program' })).token.id,
  }),
  create_bot: () => ({ name: 'Bot' }),
  list_bots: () => ({}),
  edit_bot: async source => ({ uid: await createBot(source), name: `Bot ${newId()}` }),
  delete_bot: async source => ({ uid: await createBot(source) }),
  report_message: source => createMessageRef(source, 'other'),
  list_reports: () => ({ before: { at: 1, id: newId() } }),
  close_report: async source => {
    const id = newId();
    await source.run('author', 'report_message', { id, ...(await createMessageRef(source, 'other')) });
    return { id };
  },
  // The last: it ends all sessions of the caller.
  sign_out_everywhere: () => ({}),
};

async function createRoom({ run }: InputSource, owner: InputOwner): Promise<string> {
  return (await run(owner, 'create_room', { name: 'Room', description: 'A room' })).room.id;
}

/** Of somebody else. */
async function createJoinedRoom(source: InputSource): Promise<string> {
  const roomId = await createRoom(source, 'other');
  await source.run('author', 'join_room', { roomId });
  return roomId;
}

async function createMessage({ roomId, run }: InputSource, owner: InputOwner = 'author'): Promise<string> {
  return (await run(owner, 'send_message', { roomId, text: 'short-lived' })).message.id;
}

async function createMessageRef(
  source: InputSource,
  owner?: InputOwner,
): Promise<{ roomId: string; messageId: string }> {
  return { roomId: source.roomId, messageId: await createMessage(source, owner) };
}

/** The author has few bots, so each test deletes its bot or uses the first. */
async function createBot({ run }: InputSource): Promise<string> {
  const { bots } = await run('author', 'list_bots', {});
  return (bots.at(1) ?? (await run('author', 'create_bot', { name: 'Bot' })).bot).uid;
}

async function createInvite(source: InputSource, owner: InputOwner): Promise<Invite> {
  const roomIds = [await createRoom(source, owner)];
  return (await source.run(owner, 'create_invite', { roomIds })).invite;
}
