import type { Mutant } from './mutant.ts';

/** Of the page and its client. */
export const PAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'the outbox sends a message twice',
    file: 'client/src/outbox/outbox.ts',
    find: 'if (this.#sending.has(roomId) || this.#retries.isWaiting(roomId)) return;',
    replace: 'if (this.#retries.isWaiting(roomId)) return;',
  },
  {
    name: 'a tab that does not lead sends',
    file: 'client/src/outbox/outbox.ts',
    find: '(this.isLeading.get() || item.isVolatile)',
    replace: '(item.id)',
  },
  {
    name: 'the outbox forgets a message after a refusal that may pass',
    file: 'client/src/outbox/outbox.ts',
    find: 'else if (error.isRetryable) this',
    replace: 'else if (!error.isRetryable) this',
  },
  {
    name: 'an edit loses an earlier text',
    file: 'client/src/outbox/edits.ts',
    find: '[...earlierTexts, (input as EditInput).text]',
    replace: '[(input as EditInput).text]',
  },
  {
    name: 'a cursor of an older version',
    file: 'client/src/reads/room-count.ts',
    find: 'return next.version < known.version;',
    replace: 'return next.version > known.version;',
  },
  {
    name: 'an unread count that ignores the cursor',
    file: 'client/src/reads/room-count.ts',
    find: 'at <= base.seq || seq <= readSeq || ',
    replace: 'at <= base.seq || ',
  },
  {
    name: 'an older copy of a message replaces a newer one',
    file: 'client/src/rooms/merge-messages.ts',
    find: 'known.changedSeq >= row.changedSeq',
    replace: 'known.changedSeq < row.changedSeq',
  },
  {
    name: 'an old membership replaces a newer one',
    file: 'client/src/rooms/memberships.ts',
    find: '> membership.version) return false',
    replace: '< membership.version) return false',
  },
  {
    name: 'attempts to connect without a growing pause',
    file: 'client/src/connection/backoff.ts',
    find: 'BASE_DELAY_MS * 2 ** Math.min(attempt, 16)',
    replace: 'BASE_DELAY_MS',
  },
  {
    name: 'a link to javascript:',
    file: 'protocol/src/formatting/links.ts',
    find: '/^(?:https?:\\/\\/|mailto:)/i',
    replace: '/^(?:https?:\\/\\/|mailto:|javascript:)/i',
  },
  {
    name: 'a link that hides its host',
    file: 'protocol/src/formatting/links.ts',
    find: 'return { href, ...(isHidden && { host }) };',
    replace: 'return { href };',
  },
  {
    name: 'quotes without a depth',
    file: 'protocol/src/formatting/blocks.ts',
    find: ' && depth < MAX_QUOTE_DEPTH',
    replace: '',
  },
  {
    name: 'older messages that are loaded again and again',
    file: 'web/src/chat/messages/scroll/older-messages.ts',
    find: 'if (this.#isLoading || !this.#needsPage()) return;',
    replace: 'if (!this.#needsPage()) return;',
  },
  {
    name: 'a shortcode inside of an address',
    file: 'web/src/chat/composer/find-shortcode.ts',
    find: ' && !isInAddress(text.slice(0, start))',
    replace: '',
  },
  {
    name: 'two tabs lead',
    file: 'web/src/state/outbox/leader-election.ts',
    find: 'if (signal.aborted || term !== currentTerm) return;',
    replace: 'if (signal.aborted) return;',
  },
  {
    name: 'a page that has ended holds its lock',
    file: 'web/src/state/outbox/page-locks.ts',
    find: 'if (isFree) this.#ended.add(pageId);\n    else',
    replace: 'if (!isFree)',
  },
  {
    name: 'a draft under the key of another room',
    file: 'web/src/state/drafts.ts',
    find: 'key.slice(prefix.length)',
    replace: 'key.slice(prefix.length + 1)',
  },
  {
    name: 'a line of new messages that jumps',
    file: 'web/src/chat/unread/place-line.ts',
    find: 'readSeq < before || ',
    replace: '',
  },
  {
    name: 'a room that opens at the wrong place',
    file: 'web/src/chat/unread/choose-start.ts',
    find: 'read.unread > MAX_UNREAD_AT_END ?',
    replace: 'read.unread < MAX_UNREAD_AT_END ?',
  },
  {
    name: 'control sequences in a text',
    file: 'protocol/src/text/clean-text.ts',
    find: "lineEnd === undefined ? '' : '\\n'",
    replace: "'\\n'",
  },
];
