import { type CommandArguments, CommandError, type CommandOutput, cleanText } from '@snug/protocol';
import type { PersistedAction } from '../actions/action-storage.ts';
import type { Connection } from '../connection/connection.ts';

const MAX_EARLIER_TEXTS = 8;

type EditInput = CommandArguments<'edit_message'>;

function isEdit({ command }: Pick<PersistedAction, 'command'>): boolean {
  return command === 'edit_message';
}

/** What an edit keeps of the edit that it replaces. */
export function continueEdit(replaced: PersistedAction | undefined): Pick<PersistedAction, 'earlierTexts'> {
  if (!replaced || !isEdit(replaced)) return {};
  const { earlierTexts = [], input } = replaced;
  return { earlierTexts: [...earlierTexts, (input as EditInput).text].slice(-MAX_EARLIER_TEXTS) };
}

/** Rejects with a `CommandError`. */
export async function requestAction(
  connection: Pick<Connection, 'request'>,
  action: PersistedAction,
): Promise<unknown> {
  try {
    return await connection.request(action.command, action.input as never);
  } catch (error) {
    if (!isEdit(action) || !(error instanceof CommandError) || error.code !== 'stale') throw error;
    const again = await requestAfterOwnEdit(connection, action);
    if (!again) throw error;
    return again;
  }
}

/** The result of an edit that replaced one of which only the result was lost: the author has seen its text. */
async function requestAfterOwnEdit(
  connection: Pick<Connection, 'request'>,
  { input, earlierTexts = [] }: PersistedAction,
): Promise<CommandOutput<'edit_message'> | undefined> {
  if (earlierTexts.length === 0) return undefined;
  const edit = input as EditInput;
  const { roomId, id } = edit;
  const { messages } = await connection.request('get_messages', { roomId, around: id, limit: 1 });
  const stored = messages.find(message => message.id === id);
  // An earlier page stored texts as they were typed, and an earlier server as they were sent.
  if (!stored || !earlierTexts.map(cleanText).includes(cleanText(stored.text ?? ''))) return undefined;
  return connection.request('edit_message', { ...edit, revision: stored.revision ?? 0 });
}
