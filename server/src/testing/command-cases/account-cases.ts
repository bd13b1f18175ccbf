import { PASSWORD } from '@snug/testkit/store-person.ts';
import { newId } from '../../base/ids.ts';
import { allowOnly } from '../access-matrix.ts';
import { ANYWHERE, NEVER } from '../token-access.ts';
import type { CommandCases } from './command-case.ts';

export const ACCOUNT_CASES = {
  set_nickname: {
    input: () => ({ name: `Ann ${newId()}` }),
    tokens: ['ok', 'ok', 'forbidden'],
  },
  set_status: {
    input: () => ({ text: newId() }),
    tokens: NEVER,
  },
  set_avatar: {
    input: async ({ upload }) => ({ fileId: await upload() }),
    people: allowOnly('author', 'not_found'),
    tokens: ['not_found', 'not_found', 'forbidden'],
  },
  get_profile: {
    input: ({ authorUid }) => ({ uid: authorUid }),
    tokens: ANYWHERE,
  },
  watch_people: {
    input: ({ authorUid }) => ({ uids: [authorUid] }),
    tokens: ANYWHERE,
  },
  get_account: {
    input: () => ({}),
    tokens: NEVER,
  },
  list_accounts: {
    input: () => ({}),
    tokens: NEVER,
  },
  unlink_account: {
    input: async ({ linkAccount }) => ({ provider: await linkAccount(), password: PASSWORD }),
    people: allowOnly('author', 'not_found'),
    tokens: NEVER,
  },
  list_notices: {
    input: () => ({}),
    tokens: NEVER,
  },
  acknowledge_notices: {
    input: () => ({ until: 0 }),
    tokens: NEVER,
  },
  get_notification_settings: {
    input: () => ({}),
    tokens: NEVER,
  },
  set_notification_settings: {
    input: () => ({ words: [newId()] }),
    tokens: NEVER,
  },
  set_active: {
    input: () => ({ active: true }),
    tokens: NEVER,
  },
  list_passkeys: {
    input: () => ({}),
    tokens: NEVER,
  },
  rename_passkey: {
    input: async ({ addPasskey }) => ({ id: await addPasskey(), name: `Key ${newId()}` }),
    // The passkey is the author's.
    people: allowOnly('author', 'not_found'),
    tokens: NEVER,
  },
  list_sessions: {
    input: () => ({}),
    tokens: NEVER,
  },
  end_session: {
    input: async ({ addSession }) => ({ id: await addSession() }),
    // The session is the author's.
    people: allowOnly('author', 'not_found'),
    tokens: NEVER,
  },
  create_recovery_link: {
    input: ({ otherUid }) => ({ uid: otherUid }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  create_claim_link: {
    input: async ({ addImported }) => ({ uid: await addImported() }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  sign_out_everywhere: {
    // The last: it ends all sessions of the caller.
    input: () => ({}),
    tokens: NEVER,
  },
} satisfies CommandCases;
