import type { Chat } from '@snug/client';
import { CommandError, NEEDS_PASSWORD, type ProviderId, WRONG_PASSWORD } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showInfo, showSuccess } from '../../ui/feedback/toast.ts';
import type { Problems } from '../../ui/form/form.tsx';
import { toProofProblem } from '../proof-problem.ts';
import { openLinkChannel } from './channel.ts';

/** Shows the result. `password`: if the person has one. Resolves to its problem, if it has one. */
export async function disconnectProvider(
  chat: Chat,
  { id, name }: { id: ProviderId; name: string },
  password: string | undefined,
): Promise<Problems<'password'> | undefined> {
  const { disconnected, onlyWayIn } = lazyStrings.providers;
  try {
    await chat.connection.command('unlink_account', {
      provider: id,
      ...(password !== undefined && { password }),
    });
    showSuccess(disconnected(name));
    return undefined;
  } catch (error) {
    if (!isLastWay(error)) return toProofProblem(error);
    showInfo(onlyWayIn(name));
    return undefined;
  } finally {
    notifyPages();
  }
}

function isLastWay(error: unknown): boolean {
  if (!(error instanceof CommandError) || error.code !== 'forbidden') return false;
  return error.message !== WRONG_PASSWORD && error.message !== NEEDS_PASSWORD;
}

/** All pages of this browser reload the list, including this one. */
function notifyPages(): void {
  const channel = openLinkChannel(() => {});
  channel.send({ type: 'changed' });
  channel.close();
}
