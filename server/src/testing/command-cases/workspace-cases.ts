import { newId } from '../../base/ids.ts';
import { allowOnly, signedIn } from '../access-matrix.ts';
import { FOR_ALL_ROOMS, NEVER } from '../token-access.ts';
import type { CommandCases } from './command-case.ts';
import { createMessageRef } from './input-source.ts';

export const WORKSPACE_CASES = {
  set_block: {
    input: ({ otherUid }) => ({ uid: otherUid, blocked: true }),
    tokens: FOR_ALL_ROOMS,
  },
  list_blocks: {
    input: () => ({}),
    tokens: FOR_ALL_ROOMS,
  },
  get_workspace: {
    input: () => ({}),
    tokens: NEVER,
  },
  redeem_setup: {
    input: () => ({ code: 'x' }),
    // The code is unknown, and a workspace admin repeats it.
    people: { ...allowOnly('workspaceAdmin', 'not_found'), workspaceAdmin: 'nothing' },
    tokens: NEVER,
  },
  list_workspace_people: {
    input: () => ({ sort: 'joined', after: { part: 0, value: 1, id: newId() } }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  set_workspace_admin: {
    input: ({ otherUid }) => ({ uid: otherUid, admin: true }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  set_suspension: {
    input: ({ otherUid }) => ({ uid: otherUid, suspended: true }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  end_sessions: {
    input: ({ otherUid }) => ({ uid: otherUid }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  list_workspace_rooms: {
    input: () => ({ sort: 'name', after: { part: 0, value: 'a', id: newId() } }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  list_private_rooms: {
    input: () => ({ after: { part: 0, value: 1, id: newId() } }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  list_workspace_invites: {
    input: () => ({ before: { at: Number.MAX_SAFE_INTEGER, id: newId() } }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  list_settings: {
    input: () => ({}),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  set_setting: {
    // The versions of a fresh setting and of a changed one: the value is always the present one.
    input: () => ({ name: 'sign_up', value: 'open', version: 0 }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  // Without an upload, which would count as one of the author's.
  set_logo: {
    input: () => ({ fileId: newId(), version: 0 }),
    people: { ...allowOnly('workspaceAdmin', 'forbidden'), workspaceAdmin: 'not_found' },
    tokens: NEVER,
  },
  get_server: {
    input: () => ({}),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  // The servers of these tests send no mail.
  send_test_mail: {
    input: () => ({}),
    people: { ...allowOnly('workspaceAdmin', 'forbidden'), workspaceAdmin: 'not_found' },
    tokens: NEVER,
  },
  get_storage: {
    input: () => ({}),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  list_audit: {
    input: ({ otherUid }) => ({
      before: { at: 1, id: newId() },
      uid: otherUid,
      action: 'ban',
      from: 0,
      to: 1,
    }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  report_message: {
    input: source => createMessageRef(source, 'other'),
    // The message is of `otherAdmin`.
    people: { ...signedIn, otherAdmin: 'forbidden' },
    tokens: FOR_ALL_ROOMS,
    room: 'read',
    isForBots: false,
  },
  list_reports: {
    input: () => ({ before: { at: 1, id: newId() } }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  close_report: {
    input: async source => {
      const id = newId();
      await source.run('author', 'report_message', { id, ...(await createMessageRef(source, 'other')) });
      return { id };
    },
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
} satisfies CommandCases;
