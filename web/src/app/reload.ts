import type { OutboxItem } from '@snug/client';
import { PROTOCOL_VERSION } from '@snug/protocol';
import type { ChatContextValue } from '../state/chat-context.ts';

const KEY = 'snug:outdated';

type UnsentMessages = Pick<ChatContextValue, 'chat' | 'drafts'>;
type TextItem = OutboxItem & { text: string };

/**
 * A stale cache may return the same page: then it does not reload again. Drafts hold only text, so it does not reload either if
 * an unsent file or change would be lost.
 */
export async function reloadOnce(unsent: UnsentMessages): Promise<void> {
  const version = String(PROTOCOL_VERSION);
  if (sessionStorage.getItem(KEY) === version) return;
  const items = await unsent.chat.outbox.listVolatile();
  const changes = await unsent.chat.actions.listVolatile();
  if (changes.length > 0 || !items.every(isText) || !(await moveToDrafts(items, unsent))) return;
  sessionStorage.setItem(KEY, version);
  location.reload();
}

/** Reloads because the person asks for it. The browser asks first if an unsent file or change would be lost. */
export async function reloadNow(unsent: UnsentMessages): Promise<void> {
  const items = await unsent.chat.outbox.listVolatile();
  await moveToDrafts(items.filter(isText), unsent);
  location.reload();
}

/** Resolves to whether the browser stored all drafts. */
async function moveToDrafts(
  items: readonly TextItem[],
  { chat: { outbox }, drafts }: UnsentMessages,
): Promise<boolean> {
  const moved = items.filter(({ roomId, text, mentions, reply, rootId }) =>
    drafts.room(roomId).append(text, mentions, reply && rootId ? { reply, rootId } : undefined),
  );
  for (const { id } of moved) outbox.withdraw(id);
  // React removes the `beforeunload` handler when it renders the outbox without these items.
  await new Promise(resolve => setTimeout(resolve));
  return moved.length === items.length;
}

function isText(item: OutboxItem): item is TextItem {
  return item.text !== undefined && !item.upload && !item.file;
}
