import { newId } from '../../base/ids.ts';
import { allowOnly, createRow } from '../access-matrix.ts';
import { ANYWHERE, NEVER } from '../token-access.ts';
import type { CommandCases } from './command-case.ts';

/** People who may run the command get an error: there is no such upload or name. The tests of emoji have names. */
const MISSING = createRow('unauthenticated', 'not_found');
const MISSING_FOR_ADMINS = {
  ...allowOnly('workspaceAdmin', 'forbidden'),
  workspaceAdmin: 'not_found',
} as const;

export const EMOJI_CASES = {
  list_emoji: {
    input: () => ({ after: 1 }),
    tokens: ANYWHERE,
  },
  preview_emoji: {
    input: () => ({ fileId: newId() }),
    people: MISSING,
    tokens: NEVER,
  },
  add_emoji: {
    input: () => ({ name: 'party-parrot', fileId: newId() }),
    people: MISSING,
    tokens: NEVER,
  },
  add_emoji_name: {
    input: () => ({ key: 'party-parrot', name: 'parrot-party' }),
    people: MISSING,
    tokens: NEVER,
  },
  remove_emoji_name: {
    input: () => ({ name: 'parrot-party' }),
    people: MISSING,
    tokens: NEVER,
  },
  delete_emoji: {
    input: () => ({ key: 'party-parrot' }),
    people: MISSING,
    tokens: NEVER,
  },
  restore_emoji: {
    input: () => ({ key: 'party-parrot' }),
    people: MISSING_FOR_ADMINS,
    tokens: NEVER,
  },
  erase_emoji: {
    input: () => ({ key: 'party-parrot' }),
    people: MISSING_FOR_ADMINS,
    tokens: NEVER,
  },
  list_workspace_emoji: {
    input: () => ({ text: 'p', after: 'aa' }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
} satisfies CommandCases;
