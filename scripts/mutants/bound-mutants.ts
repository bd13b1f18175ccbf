import type { Mutant } from './mutant.ts';

/** Bounds of rows, bytes, counts and rates that are far off, or gone. */
export const BOUND_MUTANTS: readonly Mutant[] = [
  {
    name: 'admins of a room',
    file: 'server/src/chat/rooms/rooms.ts',
    find: 'admins.length >= MAX_ADMINS',
    replace: 'admins.length >= 100 * MAX_ADMINS',
  },
  {
    name: 'pins of a room',
    file: 'server/src/chat/pins/pins.ts',
    find: 'count >= MAX_PINS',
    replace: 'count >= 100 * MAX_PINS',
  },
  {
    name: 'saved messages',
    file: 'server/src/chat/saved/saved-store.ts',
    find: '>= MAX_SAVED',
    replace: '> 100 * MAX_SAVED',
  },
  {
    name: 'kinds of reactions',
    file: 'server/src/chat/reactions/reactions.ts',
    find: '.length >= MAX_REACTION_KINDS',
    replace: '.length >= 100 * MAX_REACTION_KINDS',
  },
  {
    name: 'ids of edits of a message',
    file: 'server/src/chat/messages/edits.ts',
    find: '.slice(-MAX_EDIT_IDS)',
    replace: '',
  },
  {
    name: 'blocked people',
    file: 'server/src/people/blocks/block-store.ts',
    find: '>= MAX_BLOCKS',
    replace: '>= 100 * MAX_BLOCKS',
  },
  {
    name: 'rooms of a person',
    file: 'server/src/people/members/member-store.ts',
    find: '>= MAX_JOINED_ROOMS',
    replace: '>= 100 * MAX_JOINED_ROOMS',
  },
  {
    name: 'active invitations',
    file: 'server/src/people/invites/invite-store.ts',
    find: '>= MAX_ACTIVE_INVITES',
    replace: '>= 100 * MAX_ACTIVE_INVITES',
  },
  {
    name: 'passkeys of a person',
    file: 'server/src/account/passkeys/passkeys.ts',
    find: 'length >= MAX_PASSKEYS',
    replace: 'length >= 100 * MAX_PASSKEYS',
  },
  {
    name: 'tokens of a person',
    file: 'server/src/programs/tokens/tokens.ts',
    find: 'if ((await listByCreator(db, uid)).length >= MAX_TOKENS)',
    replace: 'if ((await listByCreator(db, uid)).length >= 100 * MAX_TOKENS)',
  },
  {
    name: 'bots of a person',
    file: 'server/src/programs/bots/bots.ts',
    find: 'length >= MAX_BOTS',
    replace: 'length >= 100 * MAX_BOTS',
  },
  {
    name: 'webhooks of a room',
    file: 'server/src/programs/webhooks/webhooks.ts',
    find: 'length >= MAX_ROOM_WEBHOOKS',
    replace: 'length >= 100 * MAX_ROOM_WEBHOOKS',
  },
  {
    name: 'bytes of an outbound response',
    file: 'server/src/programs/outbound/outbound-client.ts',
    find: 'if (bytes > this.#options.limits.maxResponseBytes)',
    replace: 'if (bytes < 0)',
  },
  {
    name: 'open reports of a person',
    file: 'server/src/admin/reports/reports.ts',
    find: 'MAX_OPEN_REPORTS)) === MAX_OPEN_REPORTS',
    replace: 'MAX_OPEN_REPORTS)) > MAX_OPEN_REPORTS',
  },
  {
    name: 'unsent files of a person',
    file: 'server/src/files/upload-admission.ts',
    find: '>= MAX_UNSENT_FILES',
    replace: '>= 100 * MAX_UNSENT_FILES',
  },
  {
    name: 'the quota of a person',
    file: 'server/src/files/upload-admission.ts',
    find: '+ added > quota) throw',
    replace: '> quota) throw',
  },
  {
    name: 'the reserve of the disk',
    file: 'server/src/files/disk-space.ts',
    find: 'Math.min(RESERVED_BYTES, total * RESERVED_SHARE)',
    replace: '0',
  },
  {
    name: 'mails that wait',
    file: 'server/src/mail/mailer.ts',
    find: 'this.#waiting >= MAX_WAITING',
    replace: 'this.#waiting >= 100 * MAX_WAITING',
  },
  {
    name: 'keys of a rate',
    file: 'server/src/limits/rate-limit.ts',
    find: 'if (!isExpired && this.#fullAt.size < MAX_KEYS / 2) return;',
    replace: 'if (!isExpired) return;',
  },
  {
    name: 'work that waits for a key',
    file: 'server/src/limits/fair-queue.ts',
    find: 'queue.length >= this.#options.maxWaitingPerKey || ',
    replace: '',
  },
  {
    name: 'events behind a gap',
    file: 'server/src/realtime/reorder-buffer.ts',
    find: 'this.#events >= MAX_EVENTS || ',
    replace: '',
  },
  {
    name: 'jobs of a batch',
    file: 'server/src/db/write-queue.ts',
    find: 'if (item && batch.length < MAX_BATCH_JOBS)',
    replace: 'if (item)',
  },
  {
    name: 'unread bytes of responses',
    file: 'server/src/http/unread-responses.ts',
    find: 'bytes > MAX_BYTES_PER_PERSON || ',
    replace: '',
  },
  {
    name: 'the length of a text from a webhook',
    file: 'server/src/programs/incoming-webhooks/webhook-text.ts',
    find: 'if (text.length <= MAX_TEXT_LENGTH) return text;',
    replace: 'return text;',
  },
];
