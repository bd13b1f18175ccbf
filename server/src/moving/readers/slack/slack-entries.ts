import type { Ledger } from '../../import/ledger.ts';

const LISTS =
  /^(?:users|org_users|channels|groups|dms|mpims|file_conversations|usergroups|index|emoji)\.json$|^emojis?\/[^/]+$/;

/** Files that Slack and slackdump add, and that have no messages. */
const OTHERS: readonly [name: RegExp, reason: string][] = [
  [/^integration_logs\.json$/, 'entry.app_log'],
  [/^content_flags\.json$/, 'entry.content_flags'],
  // Their contents are addresses with a token. A message that shares one has its name.
  [
    /^(?:canvases|lists|huddle_transcripts)\.json$|^[^/]+\/canvas_in_the_conversation\.json$/,
    'entry.addresses',
  ],
  [/^\.slack-manifest\.json$/, 'entry.checksums'],
];

/** Counts an entry that is neither a day nor a file of a message. */
export function countEntry(name: string, ledger: Ledger): void {
  ledger.read('entry');
  if (LISTS.test(name)) return ledger.store('entry');
  const reason = OTHERS.find(([pattern]) => pattern.test(name))?.[1] ?? 'entry.unknown';
  ledger.skip({ kind: 'entry', reason, entry: name });
}
