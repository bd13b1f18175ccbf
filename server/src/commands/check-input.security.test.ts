import { COMMANDS, type CommandArguments, CommandError, type CommandName } from '@snug/protocol';
import { expect, test } from 'vitest';
import { checkInput } from './check-input.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const VALID_INPUTS: { [Name in CommandName]: CommandArguments<Name> } = {
  create_room: { name: 'Room', description: 'A room' },
  edit_room: { roomId: ID, name: 'Room' },
  set_admin: { roomId: ID, uid: ID, admin: true },
  archive_room: { roomId: ID, archived: true },
  delete_room: { roomId: ID, name: 'Room' },
  join_room: { roomId: ID },
  leave_room: { roomId: ID },
  set_member: { roomId: ID, uid: ID, member: true },
  list_members: { roomId: ID },
  list_joined: {},
  set_room_options: { roomId: ID, favourite: true, muted: false, hiddenSeq: 1 },
  open_direct: { uids: [ID] },
  find_people: { text: 'ann' },
  set_block: { uid: ID, blocked: true },
  list_blocks: {},
  set_read: { roomId: ID, seq: 1, epoch: 'epoch', version: 0, back: true },
  set_reads: { epoch: 'epoch', marks: true, reads: { [ID]: { seq: 1, version: 0 } } },
  get_unread: { roomIds: [ID] },
  get_mentions: { before: { at: 1, roomId: ID, seq: 1 } },
  create_invite: { roomIds: [ID], expiresInDays: 1, maxUses: 1 },
  list_invites: { roomId: ID },
  revoke_invite: { id: ID },
  get_invite: { code: 'code' },
  redeem_invite: { code: 'code' },
  list_rooms: {},
  find_rooms: { text: 'room' },
  watch_rooms: { add: { [ID]: 0 }, remove: [ID] },
  watch_list: { on: true },
  open_room: { roomId: ID },
  close_room: { roomId: ID },
  catch_up: { roomId: ID, since: 0 },
  get_messages: { roomId: ID },
  send_message: { roomId: ID, text: '@x', mentions: [{ uid: ID, start: 0, length: 2 }] },
  delete_message: { roomId: ID, messageId: ID },
  remove_message: { roomId: ID, messageId: ID },
  edit_message: { roomId: ID, id: ID, text: 'x', revision: 0, editId: ID },
  set_reaction: { roomId: ID, messageId: ID, emoji: '👍', on: true },
  get_mine: { roomId: ID, messageIds: [ID] },
  get_reactions: { roomId: ID, messageId: ID, emoji: '👍' },
  set_pin: { roomId: ID, messageId: ID, on: true },
  list_pins: { roomId: ID, before: { pinnedAt: 1, seq: 1 } },
  set_saved: { roomId: ID, messageId: ID, on: true, remindAt: 1 },
  list_saved: { before: { savedAt: 1, roomId: ID, messageId: ID } },
  get_saved: { roomId: ID, messageIds: [ID] },
  list_reminders: {},
  list_files: { roomId: ID, kind: 'picture', before: 1 },
  discard_file: { fileId: ID },
  set_nickname: { name: 'Ann' },
  set_avatar: { fileId: ID },
  get_profile: { uid: ID },
  watch_people: { uids: [ID] },
  watch_viewers: { roomId: ID },
  unwatch_viewers: { roomId: ID },
  list_accounts: {},
  unlink_account: { provider: 'google' },
  list_sessions: {},
  sign_out_everywhere: {},
  get_workspace: {},
  redeem_setup: { code: 'code' },
  list_audit: { before: { at: 1, id: ID } },
};

const INHERITED_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
const FORBIDDEN_FIELDS =
  'uid author authorId ownerId admins isAdmin role seq changedSeq createdAt deletedAt reactions mine version key state';

for (const name of Object.keys(COMMANDS) as CommandName[]) {
  const { input } = COMMANDS[name];
  const good = JSON.stringify(VALID_INPUTS[name]);
  const known = Object.keys('entries' in input ? input.entries : {});

  test(`T4 ${name} accepts its own fields, and none for prototypes or for the server`, () => {
    expect(checkInput(input, JSON.parse(good))).toMatchObject(VALID_INPUTS[name]);
    const keys = [...INHERITED_NAMES, ...FORBIDDEN_FIELDS.split(' ')].filter(key => !known.includes(key));
    for (const key of keys) {
      for (const value of ['{"stolen":true}', 'null', '1', `"${ID}"`, '[]']) {
        const separator = good === '{}' ? '' : ',';
        const text = `${good.slice(0, -1)}${separator}"${key}":${value}}`;
        expect(() => checkInput(input, JSON.parse(text))).toThrow(
          new CommandError('invalid_input', `${key}: there is no such field`),
        );
      }
    }
    expect({}).not.toHaveProperty('stolen');
  });

  test(`T4 ${name} accepts no field of a prototype`, () => {
    const inherited = JSON.parse(`{"__proto__":${good}}`) as unknown;
    expect(() => checkInput(input, inherited)).toThrow(CommandError);
  });

  test(`T4 ${name} accepts no object, list or number instead of a text`, () => {
    for (const [key, value] of Object.entries(VALID_INPUTS[name]).filter(
      ([, value]) => typeof value === 'string',
    )) {
      for (const other of [{}, [], [value], { toString: value }, 7, true, null]) {
        const confused = { ...VALID_INPUTS[name], [key]: other };
        expect(() => checkInput(input, confused)).toThrow(CommandError);
      }
    }
  });
}
