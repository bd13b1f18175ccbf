import { allowOnly } from '../access-matrix.ts';
import { createSubscription } from '../push-devices.ts';
import { NEVER } from '../token-access.ts';
import type { CommandCases } from './command-case.ts';

export const NOTIFICATION_CASES = {
  add_push_device: {
    input: () => createSubscription(),
    tokens: NEVER,
  },
  remove_push_device: {
    input: async ({ addPushDevice }) => ({ id: await addPushDevice() }),
    // The device is the author's.
    people: allowOnly('author', 'nothing'),
    tokens: NEVER,
  },
  list_push_devices: {
    input: () => ({}),
    tokens: NEVER,
  },
  test_push: {
    input: async ({ addPushDevice }) => ({ id: await addPushDevice() }),
    people: allowOnly('author', 'not_found'),
    tokens: NEVER,
  },
} satisfies CommandCases;
