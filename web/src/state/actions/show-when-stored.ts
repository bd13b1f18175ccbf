import type { Chat } from '@snug/client';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showInfo, showSuccess } from '../../ui/feedback/toast.ts';

/**
 * Shows the success of an action when the server has stored it. If the server rejects it, `showRejections` shows why. `stored`:
 * false if nothing is to be shown.
 */
export async function showWhenStored(
  { connection }: { connection: Pick<Chat['connection'], 'state'> },
  stored: Promise<boolean>,
  text: string,
): Promise<void> {
  if (connection.state.get().status !== 'connected') showInfo(lazyStrings.controls.doneLater);
  if (await stored) showSuccess(text);
}
