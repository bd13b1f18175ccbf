import { PASSWORD } from '@snug/testkit/store-person.ts';
import { newId } from '../../base/ids.ts';
import { allowModerators, allowOnly } from '../access-matrix.ts';
import { NEVER } from '../token-access.ts';
import type { CommandCases } from './command-case.ts';
import { createBot, createRoomToken, createWebhook, RECEIVER } from './input-source.ts';

export const PROGRAM_CASES = {
  create_token: {
    input: ({ roomId }) => ({ name: 'A program', roomIds: [roomId], expiresInDays: 1, password: PASSWORD }),
    tokens: NEVER,
    room: 'read',
    isForBots: false,
  },
  list_tokens: {
    input: () => ({}),
    tokens: NEVER,
  },
  revoke_token: {
    input: async ({ run }) => ({
      id: (await run('author', 'create_token', { name: 'A program', password: PASSWORD })).token.id,
    }),
    people: allowOnly('author', 'nothing'),
    tokens: NEVER,
  },
  create_bot: {
    input: () => ({ name: 'Bot' }),
    tokens: NEVER,
  },
  list_bots: {
    input: () => ({}),
    tokens: NEVER,
  },
  edit_bot: {
    input: async source => ({ uid: await createBot(source), name: `Bot ${newId()}` }),
    people: allowOnly('author', 'not_found'),
    tokens: NEVER,
  },
  delete_bot: {
    input: async source => ({ uid: await createBot(source) }),
    people: allowOnly('author', 'not_found'),
    tokens: NEVER,
  },
  create_webhook: {
    input: ({ roomId }) => ({ roomId, url: RECEIVER, password: PASSWORD }),
    tokens: NEVER,
    room: 'read',
    isForBots: false,
  },
  list_webhooks: {
    input: () => ({}),
    tokens: NEVER,
  },
  delete_webhook: {
    input: async source => ({ id: await createWebhook(source) }),
    people: allowOnly('author', 'nothing'),
    tokens: NEVER,
  },
  retry_webhook: {
    input: async source => ({ id: await createWebhook(source) }),
    people: allowOnly('author', 'not_found'),
    tokens: NEVER,
  },
  test_webhook: {
    input: async source => ({ id: await createWebhook(source) }),
    people: allowOnly('author', 'not_found'),
    tokens: NEVER,
  },
  list_room_programs: {
    input: ({ roomId }) => ({ roomId }),
    people: allowModerators('forbidden'),
    tokens: NEVER,
    room: 'moderate',
    isForBots: false,
  },
  remove_room_program: {
    input: async source => ({ roomId: source.roomId, id: await createRoomToken(source) }),
    people: allowModerators('forbidden'),
    tokens: NEVER,
    room: 'moderate',
    isForBots: false,
  },
} satisfies CommandCases;
